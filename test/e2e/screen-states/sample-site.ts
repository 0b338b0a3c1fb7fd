/**
 * A site as people have it: two who write, and three environments. Taken down again, because all tests of a worker
 * share a site.
 */
import { createWriteStream, openAsBlob } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { restClient } from '../../../src/dev-kit/json-client.ts';
import type { Action } from '../../../src/shared/actions.ts';
import type { Settings } from '../../../src/shared/wire.ts';
import type { BrowserKit } from '../kit.ts';
import { platform } from '../environment-states.ts';

const SETTINGS = 'headless-deploy/v1/settings';

/** Those who write. */
const WRITERS = [ 'Maria Lindqvist', 'Jonas Weber' ];

/** Names that stand in the log when the sample site is gone. */
export const NAMES = [ ...WRITERS, 'Staging', 'Preview', 'Nightly' ];

/** An environment of the platform, not connected yet. */
export interface Hosted {
	/** The platform's id. */
	id: string;
	webhookUrl: string;
	frontEndUrl: string;
}

/** As the platform lists them. */
interface Listed {
	/** Ends in the environment's id. */
	name: string;
	displayName: string;
	/** Host name and port. */
	domains: string[];
}

export interface SampleSite {
	/** The kit as an administrator and as an editor have it. */
	maria: BrowserKit;
	jonas: BrowserKit;
	staging: Hosted;
	preview: Hosted;
}

async function makeWriter(
	kit: BrowserKit,
	name: string,
	role: string
): Promise< BrowserKit > {
	const adminUser = ( name.split( ' ' )[ 0 ] ?? name ).toLowerCase();
	const adminPassword = `${ name } with a long password`;
	const { id } = await kit.rest.call< { id: number } >(
		'POST',
		'wp/v2/users',
		{
			username: adminUser,
			name,
			password: adminPassword,
			email: `${ adminUser }@example.test`,
			roles: [ role ],
		}
	);
	const { password } = await kit.rest.call< { password: string } >(
		'POST',
		`wp/v2/users/${ id }/application-passwords`,
		{ name: 'Tests' }
	);
	return {
		...kit,
		wordpress: { ...kit.wordpress, adminUser, adminPassword },
		rest: restClient( kit.wordpress.url, adminUser, password ),
	};
}

/**
 * Makes an environment on the platform whose builds take their time.
 *
 * @param buildMs How long a build takes; nothing is uploaded without it.
 */
async function host(
	kit: BrowserKit,
	displayName: string,
	buildMs = 0
): Promise< Hosted > {
	const { accountName, appId } = kit.hosting;
	const route = `/v1/accounts/${ accountName }/apps/${ appId }/environments`;
	await platform( kit, 'POST', route, {
		displayName,
		branch: 'uploadable',
		wpEnvironment: 'wordpress',
	} );
	const { environments } = await platform< { environments: Listed[] } >(
		kit,
		'GET',
		route
	);
	const made = environments.find(
		( listed ) => listed.displayName === displayName
	);
	const id = made?.name.split( '/' ).at( -1 ) ?? '';
	if ( buildMs > 0 ) {
		await upload( kit, `/fu${ route }/${ id }:upload`, buildMs );
	}
	const { rebuild } = await platform< Record< Action, string > >(
		kit,
		'POST',
		`${ route.replace( '/v1/', '/_local/' ) }/${ id }/webhooks`
	);
	return {
		id,
		webhookUrl: rebuild,
		frontEndUrl: `http://${ made?.domains[ 0 ] }`,
	};
}

async function upload(
	kit: BrowserKit,
	route: string,
	buildMs: number
): Promise< void > {
	const zip = new ZipFile();
	const scripts = {
		build: `node -e "setTimeout(()=>{},${ buildMs })"`,
		start: 'node server.mjs',
	};
	zip.addBuffer(
		Buffer.from( JSON.stringify( { name: 'slow', scripts } ) ),
		'package.json'
	);
	zip.addBuffer(
		Buffer.from(
			`import { createServer } from 'node:http';\ncreateServer( ( _, to ) => to.end( 'hello' ) ).listen( process.env.PORT, '127.0.0.1' );\n`
		),
		'server.mjs'
	);
	zip.end();
	const file = path.join( kit.folder, 'slow.zip' );
	await pipeline( zip.outputStream, createWriteStream( file ) );
	const form = new FormData();
	form.set( 'repository', await openAsBlob( file ), 'slow.zip' );
	await platform( kit, 'POST', route, form );
}

/** Connects an environment, as a person does who pastes its URL. */
export async function connect(
	kit: BrowserKit,
	label: string,
	{ webhookUrl, frontEndUrl }: Hosted
): Promise< void > {
	await kit.rest.call( 'POST', `${ SETTINGS }/environments`, {
		label,
		webhookUrl,
		frontEndUrl,
	} );
}

/**
 * Makes the people, and the environments on the platform.
 *
 * @param buildMs How long a build of Staging takes.
 */
export async function makeSampleSite(
	kit: BrowserKit,
	buildMs: number
): Promise< SampleSite > {
	const [ maria, jonas ] = WRITERS as [ string, string ];
	const { url, user, password } = kit.hosting;
	await kit.rest.call( 'POST', 'wp/v2/settings', { title: 'Acme' } );
	// By them builds are followed.
	await kit.rest.call( 'PUT', `${ SETTINGS }/credentials`, {
		apiUrl: `${ url }/v1`,
		user,
		password,
	} );
	return {
		maria: await makeWriter( kit, maria, 'administrator' ),
		jonas: await makeWriter( kit, jonas, 'editor' ),
		staging: await host( kit, 'Staging', buildMs ),
		preview: await host( kit, 'Preview' ),
	};
}

/** Leaves the kit with its one environment. */
export async function takeDown( kit: BrowserKit ): Promise< void > {
	const { environments, schedules } = await kit.rest.call<
		Pick< Settings, 'environments' | 'schedules' >
	>( 'GET', SETTINGS );
	await kit.rest.call( 'DELETE', `${ SETTINGS }/credentials` );
	for ( const { id } of schedules ?? [] ) {
		await kit.rest.call( 'DELETE', `${ SETTINGS }/schedules/${ id }` );
	}
	for ( const { id } of environments ) {
		if ( id !== kit.environment.id ) {
			await kit.rest.call(
				'DELETE',
				`${ SETTINGS }/environments/${ id }`
			);
		}
	}
}
