/** Keeps rendered pages between builds. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Rendered pages, keyed by post id, time of the last change and all that the page shows: a change within the same
 * second, or of the menu, must not be answered with an old page.
 */
export class PageCache {
	#folder;
	#used = new Set();
	reused = 0;
	rendered = 0;

	/** @param {string} folder Where the pages are kept. */
	constructor( folder ) {
		this.#folder = folder;
	}

	/**
	 * Answers a kept page, or renders and keeps it.
	 *
	 * @param {{id: number, modified_gmt: string}} post   The post.
	 * @param {unknown}                            inputs Everything else that the page depends on.
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
			const kept = await readFile( join( this.#folder, name ), 'utf8' );
			// A build that was stopped while it wrote left half a page.
			if ( kept.endsWith( '</html>\n' ) ) {
				this.reused++;
				return kept;
			}
		} catch {
			// Not kept yet.
		}
		const html = render();
		await mkdir( this.#folder, { recursive: true } );
		await writeFile( join( this.#folder, name ), html );
		this.rendered++;
		return html;
	}

	/** Removes what this build did not use. */
	async prune() {
		const names = await readdir( this.#folder ).catch( () => [] );
		await Promise.all(
			names
				.filter( ( name ) => ! this.#used.has( name ) )
				.map( ( name ) => rm( join( this.#folder, name ) ) )
		);
	}
}
