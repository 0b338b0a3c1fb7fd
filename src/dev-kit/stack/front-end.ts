import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { bundleEntries } from '../../front-end/build.mjs';
import { hashOf, listFiles } from '../files.ts';
import { PROJECT } from '../paths.ts';
import { zipFiles } from '../zip.ts';
import type { Hosting } from './hosting-client.ts';

/** The code of the sample front end. */
const FRONT_END = path.join( PROJECT, 'src', 'dev-kit', 'front-end' );
/** Left in the folder by a user who runs it there. */
const NOT_UPLOADED = [ 'node_modules', 'dist', '.cache', '.DS_Store' ];
/** The code of the package that it uses. */
const PACKAGE = path.join( PROJECT, 'src', 'front-end' );

/** The variables that connect the front end with an environment of WordPress. */
export type FrontEndVariables = Record<
	'HEADLESS_DEPLOY_ENVIRONMENT' | 'HEADLESS_DEPLOY_REFRESH_SECRET',
	string
>;

/** The release depends on the sources, on the address of WordPress, which the pages contain, and on the variables. */
export function frontEndRelease(
	wordpressUrl: string,
	variables: FrontEndVariables
): string {
	const sources = [ FRONT_END, PACKAGE ].map( ( folder ) =>
		hashOf( folder, listFiles( folder, NOT_UPLOADED ) )
	);
	const settings = createHash( 'sha256' )
		.update( JSON.stringify( variables ) )
		.digest( 'hex' );
	return [ ...sources, settings, wordpressUrl ].join( ' ' );
}

/**
 * Returns the variables that a deployment sets. A user may have generated a new secret in WordPress and set it at the
 * host, so a host that has a secret keeps it.
 */
export function variablesToSet(
	{ HEADLESS_DEPLOY_REFRESH_SECRET: secret, ...others }: FrontEndVariables,
	hasSecret: boolean
): Record< string, string > {
	return hasSecret
		? others
		: { ...others, HEADLESS_DEPLOY_REFRESH_SECRET: secret };
}

/**
 * Copies the code of the sample front end, together with the package that it uses, because a build must not need the
 * network.
 *
 * @param folder A new folder.
 */
export async function copyFrontEnd( folder: string ): Promise< void > {
	for ( const name of listFiles( FRONT_END, NOT_UPLOADED ) ) {
		const file = path.join( folder, name );
		fs.mkdirSync( path.dirname( file ), { recursive: true } );
		fs.copyFileSync( path.join( FRONT_END, name ), file );
	}
	const installed = path.join(
		folder,
		'node_modules/headless-deploy-front-end'
	);
	fs.mkdirSync( installed, { recursive: true } );
	const manifest = {
		name: 'headless-deploy-front-end',
		type: 'module',
		exports: { './node': './node.js' },
	};
	fs.writeFileSync(
		path.join( installed, 'package.json' ),
		JSON.stringify( manifest )
	);
	for ( const { fileName, code } of await bundleEntries(
		[ 'node' ],
		false
	) ) {
		fs.writeFileSync( path.join( installed, fileName ), code );
	}
}

/** Makes the zip of a front end that can be uploaded. */
export function zipFrontEnd( folder: string, zip: string ): Promise< void > {
	return zipFiles( folder, listFiles( folder ), '', zip );
}

/** @param folder A folder for the zip. */
export async function deployFrontEnd(
	hosting: Hosting,
	environmentId: string,
	folder: string
): Promise< void > {
	const zip = path.join( folder, 'front-end.zip' );
	const code = path.join( folder, 'front-end' );
	try {
		fs.rmSync( code, { recursive: true, force: true } );
		await copyFrontEnd( code );
		await zipFrontEnd( code, zip );
		await hosting.deploy( environmentId, zip );
	} finally {
		fs.rmSync( code, { recursive: true, force: true } );
		fs.rmSync( zip, { force: true } );
	}
}
