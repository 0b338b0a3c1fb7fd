/** Finds processes that left their group: they still carry the group's mark in their environment. */
import { readdirSync, readFileSync } from 'node:fs';

/** The variable that all processes of a group inherit. */
export const GROUP_VARIABLE = 'HEADLESS_DEPLOY_GROUP';

/** A process may fork faster than it is killed, so the search is repeated, but not without end. */
const MAX_ROUNDS = 20;

function isInGroup( pid: number, mark: Buffer ): boolean {
	try {
		// Zombie processes have no environment.
		return readFileSync( `/proc/${ pid }/environ` ).includes( mark );
	} catch {
		return false;
	}
}

function processIds(): number[] {
	try {
		return readdirSync( '/proc' ).map( Number ).filter( Number.isInteger );
	} catch {
		return [];
	}
}

/**
 * Lists the processes that carry a group's mark.
 *
 * @param group The value of the group's variable.
 */
export function processesOf( group: string ): number[] {
	const mark = Buffer.from( `${ GROUP_VARIABLE }=${ group }\0` );
	return processIds().filter(
		( pid ) => pid !== process.pid && isInGroup( pid, mark )
	);
}

/**
 * Ends all processes that carry a group's mark. Works where there is a /proc, as on Linux; elsewhere, processes that
 * left their group keep running.
 *
 * @param group The value of the group's variable.
 */
export function killOrphans( group: string ): void {
	for ( let round = 0; round < MAX_ROUNDS; round++ ) {
		const orphans = processesOf( group );
		for ( const pid of orphans ) {
			try {
				process.kill( pid, 'SIGKILL' );
			} catch {
				// The process has just ended.
			}
		}
		if ( orphans.length === 0 ) {
			return;
		}
	}
}
