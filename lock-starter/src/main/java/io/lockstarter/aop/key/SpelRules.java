package io.lockstarter.aop.key;

import java.util.Optional;
import java.util.TreeMap;

import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.Elvis;
import org.springframework.expression.spel.ast.Indexer;
import org.springframework.expression.spel.ast.InlineList;
import org.springframework.expression.spel.ast.Literal;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.OpDec;
import org.springframework.expression.spel.ast.OpInc;
import org.springframework.expression.spel.ast.Operator;
import org.springframework.expression.spel.ast.OperatorNot;
import org.springframework.expression.spel.ast.Projection;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.Selection;
import org.springframework.expression.spel.ast.Ternary;
import org.springframework.expression.spel.ast.VariableReference;

/**
 * Checks a parsed expression before it is evaluated. It accepts the parts that read the
 * arguments, and refuses all other parts. It also finds parameters that are named without
 * {@code #}, and adds the {@code #}, since SpEL would read {@code map[id]} as
 * {@code map['id']}. Parameters named {@code root} and {@code this} are renamed, since
 * these names have another meaning in SpEL.
 * <p>
 * In a selection or projection ({@code orders.?[open]}), a name without {@code #} is a
 * property of the element, as everywhere in SpEL. A parameter needs its {@code #} there.
 */
final class SpelRules {

	private final String text;

	private final TemplatePosition site;

	private final Parameters parameters;

	/** Maps the position of a parameter's name to the text to insert before it. */
	private final TreeMap<Integer, String> prefixes = new TreeMap<>();

	SpelRules(String text, TemplatePosition site, Parameters parameters) {
		this.text = text;
		this.site = site;
		this.parameters = parameters;
	}

	/** Returns the expression with each parameter as a SpEL variable. */
	String withVariables() {
		StringBuilder result = new StringBuilder(this.text);
		this.prefixes.descendingMap().forEach(result::insert);
		return result.toString();
	}

	void check(SpelNode root) {
		start(root, false);
	}

	private void start(SpelNode node, boolean inElement) {
		if (node instanceof CompoundExpression) {
			compound(node, inElement);
		}
		else if (node instanceof VariableReference) {
			String name = node.toStringAST().substring(1);
			if (!inElement || !name.equals("this")) {
				this.parameters.require(name, at(node).plus(1));
				// There may be blanks between the # and the name.
				int position = this.text.indexOf(name, node.getStartPosition());
				this.prefixes.put(position, prefix(name));
			}
		}
		else if (inElement && isStep(node)) {
			step(node, true);
		}
		else if (node instanceof PropertyOrFieldReference reference) {
			this.parameters.require(reference.getName(), at(node));
			this.prefixes.put(node.getStartPosition(), "#" + prefix(reference.getName()));
		}
		else if (isStep(node)) {
			throw at(node).refuse("'" + node.toStringAST() + "' needs a parameter before it",
					"begin with a parameter: #<order.total()>");
		}
		else if (isHarmless(node)) {
			children(node, inElement);
		}
		else {
			throw at(node).refuse(SpelReach.reason(node), SpelReach.FIX);
		}
	}

	private static String prefix(String name) {
		String variable = Parameters.variable(name);
		return variable.substring(0, variable.length() - name.length());
	}

	private void compound(SpelNode node, boolean inElement) {
		SpelNode first = node.getChild(0);
		start(first, inElement);
		Class<?> type = Object.class;
		if (first instanceof VariableReference || (!inElement && first instanceof PropertyOrFieldReference)) {
			int parameter = this.parameters.find(first.toStringAST().replace("#", ""));
			type = (parameter >= 0) ? this.parameters.type(parameter) : type;
		}
		for (int i = 1; i < node.getChildCount(); i++) {
			SpelNode child = node.getChild(i);
			type = declared(type, child);
			step(child, inElement);
		}
	}

	private Class<?> declared(Class<?> type, SpelNode node) {
		if (node instanceof PropertyOrFieldReference reference && !unwraps(type, reference.isNullSafe())) {
			return DeclaredType.of(type, reference.getName(), at(node));
		}
		if (node instanceof MethodReference reference && !unwraps(type, reference.isNullSafe())) {
			return DeclaredMethods.type(type, reference.getName(), node.getChildCount(), at(node));
		}
		return Object.class;
	}

	// With ?. SpEL reads the property of the value inside the Optional.
	private static boolean unwraps(Class<?> type, boolean nullSafe) {
		return nullSafe && type == Optional.class;
	}

	private void step(SpelNode node, boolean inElement) {
		if (node instanceof Selection || node instanceof Projection) {
			children(node, true);
		}
		else if (node instanceof Indexer) {
			// SpEL evaluates the index outside of the element.
			children(node, false);
		}
		else if (isStep(node)) {
			children(node, inElement);
		}
		else {
			throw at(node).refuse(SpelReach.reason(node), SpelReach.FIX);
		}
	}

	private void children(SpelNode node, boolean inElement) {
		for (int i = 0; i < node.getChildCount(); i++) {
			start(node.getChild(i), inElement);
		}
	}

	private TemplatePosition at(SpelNode node) {
		return this.site.plus(node.getStartPosition());
	}

	private static boolean isStep(SpelNode node) {
		return node instanceof PropertyOrFieldReference || node instanceof MethodReference || node instanceof Indexer
				|| node instanceof Selection || node instanceof Projection;
	}

	private static boolean isHarmless(SpelNode node) {
		return node instanceof Literal || node instanceof Ternary || node instanceof Elvis
				|| node instanceof OperatorNot || node instanceof InlineList
				|| (node instanceof Operator && !(node instanceof OpInc) && !(node instanceof OpDec));
	}

}
