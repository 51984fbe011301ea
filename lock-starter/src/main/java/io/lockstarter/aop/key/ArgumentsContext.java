package io.lockstarter.aop.key;

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
 * Gives SpEL read-only access to the arguments of one call, as variables. Everything else
 * is shared between the calls of one expression, so that the caches of SpEL have an
 * effect. The caches contain classes of the application, so they must not outlive it.
 */
final class ArgumentsContext implements EvaluationContext {

	private final EvaluationContext shared;

	private final Parameters parameters;

	private final @Nullable Object[] arguments;

	ArgumentsContext(EvaluationContext shared, Parameters parameters, @Nullable Object[] arguments) {
		this.shared = shared;
		this.parameters = parameters;
		this.arguments = arguments;
	}

	/** Creates the context that the calls of one expression share. */
	static EvaluationContext shared() {
		return SimpleEvaluationContext.forReadOnlyDataBinding().withInstanceMethods().build();
	}

	@Override
	public @Nullable Object lookupVariable(String name) {
		int index = this.parameters.find(name);
		return (index >= 0) ? this.arguments[index] : null;
	}

	@Override
	public void setVariable(String name, @Nullable Object value) {
		throw new UnsupportedOperationException(
				"Cannot set '#" + name + "': a key expression cannot change arguments.");
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
		return this.shared.getPropertyAccessors();
	}

	@Override
	public List<IndexAccessor> getIndexAccessors() {
		return this.shared.getIndexAccessors();
	}

	@Override
	public List<ConstructorResolver> getConstructorResolvers() {
		return this.shared.getConstructorResolvers();
	}

	@Override
	public List<MethodResolver> getMethodResolvers() {
		return this.shared.getMethodResolvers();
	}

	@Override
	public @Nullable BeanResolver getBeanResolver() {
		return this.shared.getBeanResolver();
	}

	@Override
	public TypeLocator getTypeLocator() {
		return this.shared.getTypeLocator();
	}

	@Override
	public TypeConverter getTypeConverter() {
		return this.shared.getTypeConverter();
	}

	@Override
	public TypeComparator getTypeComparator() {
		return this.shared.getTypeComparator();
	}

	@Override
	public OperatorOverloader getOperatorOverloader() {
		return this.shared.getOperatorOverloader();
	}

}
