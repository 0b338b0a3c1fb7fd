/**
 * One holder at a time for a file, across processes; a holder that died (SIGKILL too) is recognized and replaced.
 * Plain JavaScript without packages, because the starter needs it before npm packages exist.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const POLL_MS = 200;

/**
 * Tells when a process began, so that a process number that was given out again is not taken for the old holder.
 *
 * @return {string | null} Empty where the system does not report it; null for a process that has ended, even if its parent has not
 *                         collected its exit code yet (in a container, that may be for ever).
 */
function startTime( pid ) {
	try {
		const stat = fs.readFileSync( `/proc/${ pid }/stat`, 'utf8' );
		const fields = stat.slice( stat.lastIndexOf( ')' ) ).split( ' ' );
		return fields[ 1 ] === 'Z' ? null : ( fields[ 20 ] ?? '' );
	} catch {
		return '';
	}
}

/**
 * Tells whether a process runs.
 *
 * @return {boolean} True for another user's process too.
 */
export function runs( pid ) {
	try {
		process.kill( pid, 0 );
	} catch ( error ) {
		return error.code === 'EPERM';
	}
	return startTime( pid ) !== null;
}

/**
 * Reads who holds a lock.
 *
 * @return {{pid: number, text: string, alive: boolean} | null} Null when no process holds it.
 */
export function lockHolder( file ) {
	let text;
	try {
		text = fs.readFileSync( file, 'utf8' );
	} catch {
		return null;
	}
	const [ pid, began ] = text.split( ' ' );
	const alive = runs( Number( pid ) ) && startTime( Number( pid ) ) === began;
	return { pid: Number( pid ), text, alive };
}

/**
 * Removes the file of a holder that has ended, and no other: it is renamed first and read again.
 *
 * @param {string} text What the dead holder wrote.
 */
function clearStale( file, text ) {
	const aside = `${ file }.${ randomUUID() }`;
	try {
		fs.renameSync( file, aside );
	} catch {
		return;
	}
	if ( fs.readFileSync( aside, 'utf8' ) !== text ) {
		try {
			fs.linkSync( aside, file );
		} catch {}
	}
	fs.rmSync( aside, { force: true } );
}

/**
 * Takes a lock if it is free.
 *
 * @return {(() => void) | null} Gives it back; null when a living process holds it.
 */
export function tryLock( file ) {
	fs.mkdirSync( path.dirname( file ), { recursive: true } );
	const mine = `${ process.pid } ${ startTime( process.pid ) } ${ randomUUID() }`;
	const draft = `${ file }.${ randomUUID() }`;
	fs.writeFileSync( draft, mine );
	try {
		for ( let attempt = 0; attempt < 3; attempt++ ) {
			try {
				// A link appears with its content in one step; a file opened for writing would be empty first.
				fs.linkSync( draft, file );
				return () => {
					if ( lockHolder( file )?.text === mine ) {
						fs.rmSync( file, { force: true } );
					}
				};
			} catch ( error ) {
				if ( error.code !== 'EEXIST' ) {
					throw error;
				}
			}
			const holder = lockHolder( file );
			if ( holder?.alive ) {
				return null;
			}
			if ( holder ) {
				clearStale( file, holder.text );
			}
		}
		return null;
	} finally {
		fs.rmSync( draft, { force: true } );
	}
}

/**
 * Runs work while holding a lock, waiting for another holder as long as that one lives.
 *
 * @template T
 * @param {(pid: number) => void} [waiting] Called once when another process holds it.
 * @return {Promise<T>} What the work answers.
 */
export async function withLock( file, work, waiting = () => {} ) {
	let told = false;
	let release = tryLock( file );
	while ( ! release ) {
		if ( ! told ) {
			told = true;
			waiting( lockHolder( file )?.pid ?? 0 );
		}
		await new Promise( ( resolve ) => setTimeout( resolve, POLL_MS ) );
		release = tryLock( file );
	}
	try {
		return await work();
	} finally {
		release();
	}
}
