package io.lockstarter.aop.key;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.VariableReference;

/**
 * Finds the types that an expression reads. It uses declared types, so it does not find
 * the types of list elements, for example.
 */
final class SpelTypes {

	private final Parameters parameters;

	private final Set<Class<?>> found = new HashSet<>();

	SpelTypes(Parameters parameters) {
		this.parameters = parameters;
	}

	Set<Class<?>> of(SpelNode root) {
		visit(root);
		this.found.remove(Object.class);
		return Set.copyOf(this.found);
	}

	private void visit(SpelNode node) {
		if (node instanceof VariableReference) {
			this.found.add(start(node));
		}
		Class<?> type = Object.class;
		for (int i = 0; i < node.getChildCount(); i++) {
			SpelNode child = node.getChild(i);
			visit(child);
			if (node instanceof CompoundExpression) {
				type = (i == 0) ? start(child) : step(type, child);
				this.found.add(type);
			}
		}
	}

	private Class<?> start(SpelNode node) {
		if (!(node instanceof VariableReference)) {
			return Object.class;
		}
		int parameter = this.parameters.find(node.toStringAST().substring(1));
		return (parameter >= 0) ? this.parameters.type(parameter) : Object.class;
	}

	private static Class<?> step(Class<?> type, SpelNode node) {
		if (node instanceof PropertyOrFieldReference reference) {
			Property property = Property.find(type, reference.getName());
			return (property != null) ? property.type() : Object.class;
		}
		if (node instanceof MethodReference reference) {
			List<Class<?>> returned = Arrays.stream(type.getMethods())
				.filter((method) -> method.getName().equals(reference.getName()))
				.<Class<?>>map(Method::getReturnType)
				.distinct()
				.toList();
			return (returned.size() == 1) ? returned.get(0) : Object.class;
		}
		return Object.class;
	}

}
