package io.lockstarter.aop.key;

import org.jspecify.annotations.Nullable;

/**
 * Locates an error in a template.
 */
record TemplatePosition(String template, int position) {

	TemplatePosition plus(int offset) {
		return new TemplatePosition(this.template, Math.min(this.position + offset, this.template.length()));
	}

	KeyTemplateException refuse(String problem, String fix) {
		return refuse(problem, fix, null);
	}

	KeyTemplateException refuse(String problem, String fix, @Nullable Throwable cause) {
		return new KeyTemplateException(this.template, this.position, problem, fix, cause);
	}

}
