import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files that the last build wrote. Only files that existed at the start are served. */
export class BuiltFiles {
	#folder;
	#names;

	/**
	 * @param {string}      folder
	 * @param {Set<string>} names  Paths that start with `/`.
	 */
	constructor( folder, names ) {
		this.#folder = folder;
		this.#names = names;
	}

	static async in( folder ) {
		const entries = await readdir( folder, {
			recursive: true,
			withFileTypes: true,
		} );
		const names = entries
			.filter( ( entry ) => entry.isFile() )
			.map( ( entry ) =>
				join( entry.parentPath ?? entry.path, entry.name )
					.slice( folder.length )
					.replaceAll( '\\', '/' )
			);
		return new BuiltFiles( folder, new Set( names ) );
	}

	/**
	 * @param {string} name A decoded path.
	 * @return {Promise<Buffer|null>} Null when there is no such file.
	 */
	async read( name ) {
		return this.#names.has( name )
			? await readFile( join( this.#folder, name ) )
			: null;
	}
}
