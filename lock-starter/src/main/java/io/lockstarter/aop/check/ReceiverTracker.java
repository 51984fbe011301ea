package io.lockstarter.aop.check;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BiConsumer;

import org.springframework.asm.Handle;
import org.springframework.asm.Label;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;

/**
 * Tracks {@code this} on the stack of one method, instruction by instruction, and reports
 * the methods that are called on it. After a jump, the content of the stack is unknown.
 * Therefore a call with a jump in its arguments is not reported.
 */
final class ReceiverTracker extends MethodVisitor {

	/**
	 * Contains {@code true} for each value that is {@code this}. Deeper values are
	 * unknown.
	 */
	private final Deque<Boolean> stack = new ArrayDeque<>();

	private final BiConsumer<String, String> calls;

	/**
	 * Creates a tracker.
	 * @param calls receives the owner of a method, and its name with its descriptor
	 */
	ReceiverTracker(BiConsumer<String, String> calls) {
		super(SpringAsmInfo.ASM_VERSION);
		this.calls = calls;
	}

	private void push(boolean self) {
		this.stack.push(self);
	}

	private boolean pop() {
		return !this.stack.isEmpty() && this.stack.pop();
	}

	private void replace(int popped, int pushed) {
		for (int i = 0; i < popped; i++) {
			pop();
		}
		for (int i = 0; i < pushed; i++) {
			push(false);
		}
	}

	private void returned(Type type) {
		replace(0, (type.getSort() == Type.VOID) ? 0 : 1);
	}

	@Override
	public void visitVarInsn(int opcode, int variable) {
		if (opcode >= Opcodes.ISTORE) {
			replace(1, 0);
		}
		else {
			push(opcode == Opcodes.ALOAD && variable == 0);
		}
	}

	@Override
	public void visitInsn(int opcode) {
		if (opcode >= Opcodes.ACONST_NULL && opcode <= Opcodes.DCONST_1) {
			replace(0, 1);
		}
		else if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
			replace(2, 1);
		}
		else if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
			replace(3, 0);
		}
		else if (opcode == Opcodes.DUP && !this.stack.isEmpty()) {
			push(this.stack.element());
		}
		else if (opcode == Opcodes.POP || opcode == Opcodes.MONITORENTER || opcode == Opcodes.MONITOREXIT) {
			replace(1, 0);
		}
		else if (isBinary(opcode)) {
			replace(2, 1);
		}
		else if (isUnary(opcode)) {
			replace(1, 1);
		}
		else if (opcode != Opcodes.NOP) {
			this.stack.clear();
		}
	}

	private static boolean isUnary(int opcode) {
		return (opcode >= Opcodes.INEG && opcode <= Opcodes.DNEG) || (opcode >= Opcodes.I2L && opcode <= Opcodes.I2S)
				|| opcode == Opcodes.ARRAYLENGTH;
	}

	private static boolean isBinary(int opcode) {
		return (opcode >= Opcodes.IADD && opcode <= Opcodes.DREM) || (opcode >= Opcodes.ISHL && opcode <= Opcodes.LXOR)
				|| (opcode >= Opcodes.LCMP && opcode <= Opcodes.DCMPG);
	}

	@Override
	public void visitIntInsn(int opcode, int operand) {
		replace((opcode == Opcodes.NEWARRAY) ? 1 : 0, 1);
	}

	@Override
	public void visitLdcInsn(Object value) {
		replace(0, 1);
	}

	@Override
	public void visitTypeInsn(int opcode, String type) {
		if (opcode != Opcodes.CHECKCAST) {
			replace((opcode == Opcodes.NEW) ? 0 : 1, 1);
		}
	}

	@Override
	public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
		replace(dimensions, 1);
	}

	@Override
	public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
		switch (opcode) {
			case Opcodes.GETSTATIC -> replace(0, 1);
			case Opcodes.PUTSTATIC -> replace(1, 0);
			case Opcodes.GETFIELD -> replace(1, 1);
			default -> replace(2, 0);
		}
	}

	@Override
	public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean ofInterface) {
		replace(Type.getArgumentTypes(descriptor).length, 0);
		boolean self = opcode != Opcodes.INVOKESTATIC && pop();
		// A call of super is part of the overriding method.
		if (self && opcode == Opcodes.INVOKEVIRTUAL) {
			this.calls.accept(owner, name + descriptor);
		}
		returned(Type.getReturnType(descriptor));
	}

	@Override
	public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
		int captured = Type.getArgumentTypes(descriptor).length;
		replace(Math.max(0, captured - 1), 0);
		boolean self = captured > 0 && pop();
		for (Object argument : arguments) {
			if (self && argument instanceof Handle method && method.getTag() == Opcodes.H_INVOKEVIRTUAL) {
				this.calls.accept(method.getOwner(), method.getName() + method.getDesc());
			}
		}
		returned(Type.getReturnType(descriptor));
	}

	@Override
	public void visitJumpInsn(int opcode, Label label) {
		this.stack.clear();
	}

	@Override
	public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
		this.stack.clear();
	}

	@Override
	public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
		this.stack.clear();
	}

}
