/** Brings the sample front end to the platform. */
import fs from 'node:fs';
import path from 'node:path';
import { hashOf, listFiles } from '../files.ts';
import { PROJECT } from '../paths.ts';
import { zipFiles } from '../zip.ts';
import type { Hosting } from './hosting-client.ts';

const FOLDER = path.join( PROJECT, 'src', 'dev-kit', 'front-end' );
/** What trying it out by hand leaves in its folder. */
const NOT_UPLOADED = [ 'node_modules', 'dist', '.cache', '.DS_Store' ];

/**
 * Names a release: what it was made from. A front end that was built against another address of WordPress carries that
 * address in its pages.
 */
export function frontEndRelease( wordpressUrl: string ): string {
	const names = listFiles( FOLDER, NOT_UPLOADED );
	return `${ hashOf( FOLDER, names ) } ${ wordpressUrl }`;
}

/**
 * Zips, uploads and waits until it is live.
 *
 * @param folder A folder for the zip.
 */
export async function deployFrontEnd(
	hosting: Hosting,
	environmentId: string,
	folder: string
): Promise< void > {
	const zip = path.join( folder, 'front-end.zip' );
	await zipFiles( FOLDER, listFiles( FOLDER, NOT_UPLOADED ), '', zip );
	try {
		await hosting.deploy( environmentId, zip );
	} finally {
		fs.rmSync( zip, { force: true } );
	}
}
