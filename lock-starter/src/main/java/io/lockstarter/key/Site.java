package io.lockstarter.key;

import org.jspecify.annotations.Nullable;

/**
 * A place in a template, to blame when something is wrong there.
 */
record Site(String template, int position) {

	Site plus(int offset) {
		return new Site(this.template, Math.min(this.position + offset, this.template.length()));
	}

	KeyTemplateException refuse(String problem, String fix) {
		return refuse(problem, fix, null);
	}

	KeyTemplateException refuse(String problem, String fix, @Nullable Throwable cause) {
		return new KeyTemplateException(this.template, this.position, problem, fix, cause);
	}

}
