import fs from 'node:fs';
import path from 'node:path';
import { hashOf, listFiles } from '../files.ts';
import { PROJECT } from '../paths.ts';
import { zipFiles } from '../zip.ts';
import type { Hosting } from './hosting-client.ts';

/** The code of the sample front end. */
export const FRONT_END = path.join( PROJECT, 'src', 'dev-kit', 'front-end' );
/** Left in the folder by a build on the command line. */
const NOT_UPLOADED = [ 'node_modules', 'dist', '.cache', '.DS_Store' ];

/** The release depends on the sources and on the address of WordPress, which the pages contain. */
export function frontEndRelease( wordpressUrl: string ): string {
	const names = listFiles( FRONT_END, NOT_UPLOADED );
	return `${ hashOf( FRONT_END, names ) } ${ wordpressUrl }`;
}

/** Makes the zip of a front end that can be uploaded. */
export function zipFrontEnd( folder: string, zip: string ): Promise< void > {
	return zipFiles( folder, listFiles( folder, NOT_UPLOADED ), '', zip );
}

/** @param folder A folder for the zip. */
export async function deployFrontEnd(
	hosting: Hosting,
	environmentId: string,
	folder: string
): Promise< void > {
	const zip = path.join( folder, 'front-end.zip' );
	await zipFrontEnd( FRONT_END, zip );
	try {
		await hosting.deploy( environmentId, zip );
	} finally {
		fs.rmSync( zip, { force: true } );
	}
}
