package io.lockstarter.test.app;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** An entity, for the slice with JPA. */
@Entity
public class StockLine {

	@Id
	private long id;

	public long getId() {
		return this.id;
	}

}
