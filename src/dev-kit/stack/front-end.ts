import fs from 'node:fs';
import path from 'node:path';
import { hashOf, listFiles } from '../files.ts';
import { PROJECT } from '../paths.ts';
import { zipFiles } from '../zip.ts';
import type { Hosting } from './hosting-client.ts';

const FOLDER = path.join( PROJECT, 'src', 'dev-kit', 'front-end' );
/** Left in the folder by a build on the command line. */
const NOT_UPLOADED = [ 'node_modules', 'dist', '.cache', '.DS_Store' ];

/** The release depends on the sources and on the address of WordPress, which the pages contain. */
export function frontEndRelease( wordpressUrl: string ): string {
	const names = listFiles( FOLDER, NOT_UPLOADED );
	return `${ hashOf( FOLDER, names ) } ${ wordpressUrl }`;
}

/** @param folder A folder for the zip. */
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
