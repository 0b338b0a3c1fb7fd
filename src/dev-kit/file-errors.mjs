/**
 * Words for what goes wrong with files. Plain JavaScript without packages, because the starter needs it before npm
 * packages exist.
 */

/** What to do, by the code that the system gives. */
const NEXT_STEPS = {
	EACCES: 'make it writable for your user, or clone the project where you may write',
	EPERM: 'make it writable for your user, or clone the project where you may write',
	EROFS: 'this disk can only be read; clone the project where you may write',
	ENOSPC: 'the disk is full; make room, and start again',
	EEXIST: 'a folder is needed there, and something else is in the way: move it aside',
	ENOTDIR:
		'a folder is needed there, and something else is in the way: move it aside',
};

/**
 * Says which file is the trouble, and what to do.
 *
 * @return {{message: string, nextStep: string} | null} Null when a user cannot fix it.
 */
export function explainFileError( error ) {
	const { code, path } = /** @type {{code?: unknown, path?: unknown}} */ (
		error ?? {}
	);
	const isKnown =
		typeof code === 'string' && Object.hasOwn( NEXT_STEPS, code );
	if ( ! isKnown || typeof path !== 'string' ) {
		return null;
	}
	return {
		message: `${ path } cannot be written (${ code }).`,
		nextStep: NEXT_STEPS[ /** @type {keyof typeof NEXT_STEPS} */ ( code ) ],
	};
}
