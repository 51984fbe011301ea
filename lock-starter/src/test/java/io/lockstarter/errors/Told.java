package io.lockstarter.errors;

import io.lockstarter.errors.Section.Row;

/**
 * What the user of a row is told.
 *
 * @param row the wrong input
 * @param problem what it says
 * @param fix what it says to do, or nothing where that is part of the problem
 */
record Told(Row row, String problem, String fix) {

}
