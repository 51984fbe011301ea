package io.lockstarter.key;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.expression.BeanResolver;
import org.springframework.expression.ConstructorResolver;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.IndexAccessor;
import org.springframework.expression.MethodResolver;
import org.springframework.expression.OperatorOverloader;
import org.springframework.expression.PropertyAccessor;
import org.springframework.expression.TypeComparator;
import org.springframework.expression.TypeConverter;
import org.springframework.expression.TypeLocator;
import org.springframework.expression.TypedValue;
import org.springframework.expression.spel.support.SimpleEvaluationContext;

/**
 * The arguments of one call as SpEL variables, read only. All else is shared between
 * calls, so that its caches are of use.
 */
final class ArgumentsContext implements EvaluationContext {

	private static final SimpleEvaluationContext SHARED = SimpleEvaluationContext.forReadOnlyDataBinding()
		.withInstanceMethods()
		.build();

	private final Parameters parameters;

	private final @Nullable Object[] arguments;

	ArgumentsContext(Parameters parameters, @Nullable Object[] arguments) {
		this.parameters = parameters;
		this.arguments = arguments;
	}

	@Override
	public @Nullable Object lookupVariable(String name) {
		int index = this.parameters.find(name);
		return (index >= 0) ? this.arguments[index] : null;
	}

	@Override
	public void setVariable(String name, @Nullable Object value) {
		throw new UnsupportedOperationException("Arguments are read only");
	}

	@Override
	public boolean isAssignmentEnabled() {
		return false;
	}

	@Override
	public TypedValue getRootObject() {
		return TypedValue.NULL;
	}

	@Override
	public List<PropertyAccessor> getPropertyAccessors() {
		return SHARED.getPropertyAccessors();
	}

	@Override
	public List<IndexAccessor> getIndexAccessors() {
		return SHARED.getIndexAccessors();
	}

	@Override
	public List<ConstructorResolver> getConstructorResolvers() {
		return SHARED.getConstructorResolvers();
	}

	@Override
	public List<MethodResolver> getMethodResolvers() {
		return SHARED.getMethodResolvers();
	}

	@Override
	public @Nullable BeanResolver getBeanResolver() {
		return SHARED.getBeanResolver();
	}

	@Override
	public TypeLocator getTypeLocator() {
		return SHARED.getTypeLocator();
	}

	@Override
	public TypeConverter getTypeConverter() {
		return SHARED.getTypeConverter();
	}

	@Override
	public TypeComparator getTypeComparator() {
		return SHARED.getTypeComparator();
	}

	@Override
	public OperatorOverloader getOperatorOverloader() {
		return SHARED.getOperatorOverloader();
	}

}
