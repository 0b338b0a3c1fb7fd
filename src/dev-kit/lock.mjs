/**
 * A lock file with one holder at a time, across processes. A holder that has ended, even by SIGKILL, is replaced. Plain
 * JavaScript without packages: launcher.mjs needs it before the npm packages are installed.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const POLL_MS = 200;

/**
 * When a process started. The system reuses process numbers, so the number alone does not identify the holder.
 *
 * @return {string | null} Empty on a system without /proc; null for a process that has ended, also for a zombie.
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

/** @return {boolean} Whether a process runs, also one of another user. */
export function runs( pid ) {
	try {
		process.kill( pid, 0 );
	} catch ( error ) {
		return error.code === 'EPERM';
	}
	return startTime( pid ) !== null;
}

/** @return {{pid: number, text: string, alive: boolean} | null} Null when no process holds the lock. */
export function lockHolder( file ) {
	let text;
	try {
		text = fs.readFileSync( file, 'utf8' );
	} catch {
		return null;
	}
	const [ pid, startedAt ] = text.split( ' ' );
	const alive =
		runs( Number( pid ) ) && startTime( Number( pid ) ) === startedAt;
	return { pid: Number( pid ), text, alive };
}

/**
 * Removes the file of a holder that has ended. The file is renamed first and read again, because another process may
 * have replaced it.
 *
 * @param {string} text What the holder wrote.
 */
function clearStale( file, text ) {
	const staleFile = `${ file }.${ randomUUID() }`;
	try {
		fs.renameSync( file, staleFile );
	} catch {
		return;
	}
	if ( fs.readFileSync( staleFile, 'utf8' ) !== text ) {
		try {
			fs.linkSync( staleFile, file );
		} catch {}
	}
	fs.rmSync( staleFile, { force: true } );
}

/** @return {(() => void) | null} Releases the lock; null when a running process holds it. */
export function tryLock( file ) {
	fs.mkdirSync( path.dirname( file ), { recursive: true } );
	const content = `${ process.pid } ${ startTime( process.pid ) } ${ randomUUID() }`;
	const draft = `${ file }.${ randomUUID() }`;
	fs.writeFileSync( draft, content );
	try {
		for ( let attempt = 0; attempt < 3; attempt++ ) {
			try {
				// A link appears with its content in one step. A file that is opened for writing is empty at first.
				fs.linkSync( draft, file );
				return () => {
					if ( lockHolder( file )?.text === content ) {
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
 * Runs work while holding a lock. Waits as long as another process holds it.
 *
 * @template T
 * @param {(pid: number) => void} [waiting] Called once when another process holds it.
 * @return {Promise<T>} The result of the work.
 */
export async function withLock( file, work, waiting = () => {} ) {
	let isWaiting = false;
	let release = tryLock( file );
	while ( ! release ) {
		if ( ! isWaiting ) {
			isWaiting = true;
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
