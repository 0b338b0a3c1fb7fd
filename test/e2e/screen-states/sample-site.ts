import { createWriteStream, openAsBlob } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { restClient } from '../../../src/dev-kit/json-client.ts';
import type { Action } from '../../../src/shared/actions.ts';
import type { Settings } from '../../../src/shared/wire.ts';
import type { BrowserKit } from '../kit.ts';
import { callPlatform } from '../platform.ts';

const SETTINGS = 'headless-deploy/v1/settings';

/** An administrator and an editor. */
const WRITERS = [ 'Maria Lindqvist', 'Jonas Weber' ];

/** Names that stay in the log after the sample site was removed. */
export const NAMES = [ ...WRITERS, 'Staging', 'Preview', 'Nightly' ];

/** An environment of the platform that is not connected yet. */
export interface HostedEnvironment {
	/** The platform's id. */
	id: string;
	webhookUrl: string;
	frontEndUrl: string;
}

/** An environment in the list of the platform. */
interface ListedEnvironment {
	/** Ends in the environment's id. */
	name: string;
	displayName: string;
	/** Host name and port. */
	domains: string[];
}

/** A site with two writers and three environments. */
export interface SampleSite {
	/** The kit with the session of an administrator and of an editor. */
	maria: BrowserKit;
	jonas: BrowserKit;
	staging: HostedEnvironment;
	preview: HostedEnvironment;
}

async function createWriter(
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
 * Creates an environment on the platform.
 *
 * @param buildMs How long a build takes; 0 for an environment without an application.
 */
async function createEnvironment(
	kit: BrowserKit,
	displayName: string,
	buildMs = 0
): Promise< HostedEnvironment > {
	const { accountName, appId } = kit.hosting;
	const route = `/v1/accounts/${ accountName }/apps/${ appId }/environments`;
	await callPlatform( kit, 'POST', route, {
		displayName,
		branch: 'uploadable',
		wpEnvironment: 'wordpress',
	} );
	const { environments } = await callPlatform< {
		environments: ListedEnvironment[];
	} >( kit, 'GET', route );
	const created = environments.find(
		( listed ) => listed.displayName === displayName
	);
	const id = created?.name.split( '/' ).at( -1 ) ?? '';
	if ( buildMs > 0 ) {
		await upload( kit, `/fu${ route }/${ id }:upload`, buildMs );
	}
	const { rebuild } = await callPlatform< Record< Action, string > >(
		kit,
		'POST',
		`${ route.replace( '/v1/', '/_local/' ) }/${ id }/webhooks`
	);
	return {
		id,
		webhookUrl: rebuild,
		frontEndUrl: `http://${ created?.domains[ 0 ] }`,
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
	await callPlatform( kit, 'POST', route, form );
}

/** Connects an environment by its webhook URL. */
export async function connect(
	kit: BrowserKit,
	label: string,
	{ webhookUrl, frontEndUrl }: HostedEnvironment
): Promise< void > {
	await kit.rest.call( 'POST', `${ SETTINGS }/environments`, {
		label,
		webhookUrl,
		frontEndUrl,
	} );
}

/** Returns the id of a connected environment. Another test may have used the id that its label suggests. */
export async function idOf(
	kit: BrowserKit,
	label: string
): Promise< string > {
	const { environments } = await kit.rest.call<
		Pick< Settings, 'environments' >
	>( 'GET', SETTINGS );
	const found = environments.find( ( one ) => one.label === label );
	if ( ! found ) {
		throw new Error( `There is no environment ${ label }.` );
	}
	return found.id;
}

/**
 * Creates the users, and the environments on the platform.
 *
 * @param buildMs How long a build of Staging takes.
 */
export async function createSampleSite(
	kit: BrowserKit,
	buildMs: number
): Promise< SampleSite > {
	const [ maria, jonas ] = WRITERS as [ string, string ];
	const { url, user, password } = kit.hosting;
	await kit.rest.call( 'POST', 'wp/v2/settings', { title: 'Acme' } );
	// With these credentials the plugin follows builds.
	await kit.rest.call( 'PUT', `${ SETTINGS }/credentials`, {
		apiUrl: `${ url }/v1`,
		user,
		password,
	} );
	return {
		maria: await createWriter( kit, maria, 'administrator' ),
		jonas: await createWriter( kit, jonas, 'editor' ),
		staging: await createEnvironment( kit, 'Staging', buildMs ),
		preview: await createEnvironment( kit, 'Preview' ),
	};
}

/** Leaves the kit with its one environment, because all tests of a worker share a site. */
export async function removeSampleSite( kit: BrowserKit ): Promise< void > {
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
