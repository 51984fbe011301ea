package io.lockstarter.aop.key;

import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.Assign;
import org.springframework.expression.spel.ast.BeanReference;
import org.springframework.expression.spel.ast.ConstructorReference;
import org.springframework.expression.spel.ast.FunctionReference;
import org.springframework.expression.spel.ast.OpDec;
import org.springframework.expression.spel.ast.OpInc;
import org.springframework.expression.spel.ast.TypeReference;

/**
 * Explains why a part of SpEL is not allowed.
 */
final class SpelReach {

	static final String FIX = "use only parameters, their properties, methods and elements, and operators";

	private SpelReach() {
	}

	static String reason(SpelNode node) {
		String text = "'" + text(node) + "' ";
		if (node instanceof TypeReference) {
			return text + "names a type; an expression here can only use the arguments";
		}
		if (node instanceof BeanReference) {
			return text + "names a bean; an expression here can only use the arguments";
		}
		if (node instanceof ConstructorReference) {
			return text + "creates an object; an expression here can only read";
		}
		if (node instanceof Assign || node instanceof OpInc || node instanceof OpDec) {
			return text + "changes an argument; an expression here can only read";
		}
		if (node instanceof FunctionReference) {
			return text + "calls a function; call a method of a parameter instead: #<order.total()>";
		}
		return text + "is not supported here";
	}

	private static String text(SpelNode node) {
		try {
			return node.toStringAST();
		}
		catch (RuntimeException ex) { // thrown for an array without a size
			return "new …[]";
		}
	}

}
