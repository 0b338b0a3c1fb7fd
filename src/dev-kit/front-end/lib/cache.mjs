import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Stores rendered pages between builds. The key contains all that a page shows, because a second change within the same
 * second, or a change of the menu, must not return an old page.
 */
export class PageCache {
	#folder;
	#used = new Set();
	reused = 0;
	rendered = 0;

	/** @param {string} folder The folder of the pages. */
	constructor( folder ) {
		this.#folder = folder;
	}

	/**
	 * Returns the stored page, or renders and stores it.
	 *
	 * @param {{id: number, modified_gmt: string}} post   The post.
	 * @param {unknown}                            inputs All else that the page depends on.
	 */
	async page( post, inputs, render ) {
		const digest = createHash( 'sha256' )
			.update( JSON.stringify( [ post, inputs ] ) )
			.digest( 'hex' )
			.slice( 0, 16 );
		const modified = post.modified_gmt.replace( /\D/g, '' );
		const name = `${ post.id }-${ modified }-${ digest }.html`;
		this.#used.add( name );
		try {
			const stored = await readFile( join( this.#folder, name ), 'utf8' );
			// An interrupted build can leave half a page.
			if ( stored.endsWith( '</html>\n' ) ) {
				this.reused++;
				return stored;
			}
		} catch {
			// Not stored yet.
		}
		const html = render();
		await mkdir( this.#folder, { recursive: true } );
		await writeFile( join( this.#folder, name ), html );
		this.rendered++;
		return html;
	}

	/** Removes the pages that this build did not use. */
	async prune() {
		const names = await readdir( this.#folder ).catch( () => [] );
		await Promise.all(
			names
				.filter( ( name ) => ! this.#used.has( name ) )
				.map( ( name ) => rm( join( this.#folder, name ) ) )
		);
	}
}
