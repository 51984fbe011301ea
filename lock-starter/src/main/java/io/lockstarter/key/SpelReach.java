package io.lockstarter.key;

import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.Assign;
import org.springframework.expression.spel.ast.BeanReference;
import org.springframework.expression.spel.ast.ConstructorReference;
import org.springframework.expression.spel.ast.FunctionReference;
import org.springframework.expression.spel.ast.OpDec;
import org.springframework.expression.spel.ast.OpInc;
import org.springframework.expression.spel.ast.TypeReference;

/**
 * Says why a part of SpEL is out of reach.
 */
final class SpelReach {

	static final String FIX = "use only parameters, their properties, methods and elements, and operators";

	private SpelReach() {
	}

	static String reason(SpelNode node) {
		String text = "'" + text(node) + "' ";
		if (node instanceof TypeReference) {
			return text + "names a type; an expression here reaches the arguments only";
		}
		if (node instanceof BeanReference) {
			return text + "names a bean; an expression here reaches the arguments only";
		}
		if (node instanceof ConstructorReference) {
			return text + "makes an object; an expression here only reads";
		}
		if (node instanceof Assign || node instanceof OpInc || node instanceof OpDec) {
			return text + "changes an argument; an expression here only reads";
		}
		if (node instanceof FunctionReference) {
			return text + "calls a function; a method is called on a parameter: #<order.total()>";
		}
		return text + "is not supported here";
	}

	private static String text(SpelNode node) {
		try {
			return node.toStringAST();
		}
		catch (RuntimeException ex) { // of an array without a size
			return "new …[]";
		}
	}

}
