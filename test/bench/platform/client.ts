/** The little of the platform's API that the measurements need. */
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { ZipFile } from 'yazl';
import { BASIC } from './servers.ts';
import type { Server } from './servers.ts';

const LOOK_EVERY_MS = 20;

/**
 * Asks the platform as the API user.
 *
 * @param body JSON, a form, or nothing.
 * @throws Error with the answer of the platform.
 */
export async function call(
	server: Server,
	method: string,
	url: string,
	body?: unknown
): Promise< Record< string, unknown > > {
	const isForm = body instanceof FormData;
	const response = await fetch( server.url + url, {
		method,
		headers: {
			authorization: BASIC,
			...( body === undefined || isForm
				? {}
				: { 'content-type': 'application/json' } ),
		},
		...( body === undefined
			? {}
			: { body: isForm ? body : JSON.stringify( body ) } ),
	} );
	const text = await response.text();
	if ( ! response.ok ) {
		throw new Error(
			`${ method } ${ url } answered ${ response.status }: ${ text }`
		);
	}
	return text === ''
		? {}
		: ( JSON.parse( text ) as Record< string, unknown > );
}

/** Path of the app's environments, below `/v1`. */
export const ENVIRONMENTS = '/accounts/acme/apps/shop/environments';

/** What creates an environment. */
export const NEW_ENVIRONMENT = {
	displayName: 'Production',
	branch: 'uploadable',
	wpEnvironment: 'blog',
};

/**
 * Makes the app and an environment.
 *
 * @return Id of the environment.
 */
export async function makeEnvironment( server: Server ): Promise< string > {
	await call( server, 'POST', '/v1/accounts/acme/apps?appId=shop', {
		region: 'regions/UK',
		uploadable: {},
	} );
	const { name } = await call(
		server,
		'POST',
		`/v1${ ENVIRONMENTS }`,
		NEW_ENVIRONMENT
	);
	return /environments\/([^/]+)/.exec( String( name ) )?.[ 1 ] ?? '';
}

/** Makes the environment's webhooks. */
export async function makeWebhooks(
	server: Server,
	id: string
): Promise< Record< string, unknown > > {
	return call( server, 'POST', `/_local${ ENVIRONMENTS }/${ id }/webhooks` );
}

/** Packs an application. */
export async function zip(
	file: string,
	files: Record< string, string | Buffer >
): Promise< string > {
	fs.mkdirSync( path.dirname( file ), { recursive: true } );
	const archive = new ZipFile();
	for ( const [ name, content ] of Object.entries( files ) ) {
		archive.addBuffer( Buffer.from( content ), name );
	}
	archive.end();
	const out = fs.createWriteStream( file );
	archive.outputStream.pipe( out );
	await new Promise< void >( ( done ) => out.on( 'close', done ) );
	return file;
}

/** Sends a zip from the disk. */
export async function upload(
	server: Server,
	id: string,
	file: string
): Promise< void > {
	const form = new FormData();
	form.set( 'repository', await fs.openAsBlob( file ), 'app.zip' );
	await call(
		server,
		'POST',
		`/fu/v1${ ENVIRONMENTS }/${ id }:upload`,
		form
	);
}

export interface MeasuredBuild {
	state: string;
	number: number;
	error: string;
	steps: { name: string; startTime: string; finishTime?: string }[];
}

/**
 * Waits until the newest build is over.
 *
 * @throws Error when it did not go live.
 */
export async function waitUntilLive(
	server: Server,
	id: string
): Promise< MeasuredBuild > {
	for (;;) {
		const { builds } = await call(
			server,
			'GET',
			`/v1${ ENVIRONMENTS }/${ id }/builds?pageSize=1`
		);
		const [ build ] = builds as MeasuredBuild[];
		if ( build?.state === 'live' ) {
			return build;
		}
		if ( build?.state === 'failed' || build?.state === 'canceled' ) {
			throw new Error(
				`Build ${ build.number } ${ build.state }: ${ build.error }`
			);
		}
		await pause( LOOK_EVERY_MS );
	}
}

/** Answers the address of an environment's edge. */
export async function edgeUrl( server: Server, id: string ): Promise< string > {
	const { domains } = await call(
		server,
		'GET',
		`/v1${ ENVIRONMENTS }/${ id }`
	);
	return `http://${ ( domains as string[] )[ 0 ] }`;
}

/**
 * Asks as fast as answers come.
 *
 * @param options Address, method, connections, seconds.
 * @throws Error when an answer was no success.
 */
export async function load( options: autocannon.Options ): Promise< number > {
	const result = await autocannon( options );
	if ( result.non2xx > 0 || result.errors > 0 ) {
		throw new Error(
			`${ result.non2xx } answers were no success, ${ result.errors } calls failed.`
		);
	}
	return result.requests.average;
}
