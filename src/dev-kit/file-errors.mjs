// Plain JavaScript without packages: launcher.mjs needs it before the npm packages are installed.

/** The next step, by the error code of the system. */
const NEXT_STEPS = {
	EACCES: 'make it writable for your user, or clone the project into a folder that you can write to',
	EPERM: 'make it writable for your user, or clone the project into a folder that you can write to',
	EROFS: 'this disk is read-only; clone the project to another one',
	ENOSPC: 'the disk is full; free some space, then start again',
	EEXIST: 'a file is in the place of this folder; move it aside',
	ENOTDIR: 'a file is in the place of this folder; move it aside',
};

/** @return {{message: string, nextStep: string} | null} Null when a user cannot fix it. */
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
