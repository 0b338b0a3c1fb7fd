/** A platform whose pages show every state. No application runs: builds, logs and usage are rows and files. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type {
	ApplicationStatus,
	BuildStep,
	Environment,
} from '../../src/reference-api/model/hosting.ts';
import { startPlatform } from '../../src/reference-api/server.ts';
import type { Services } from '../../src/reference-api/services/services.ts';
import { Folders } from '../../src/reference-api/store/folders.ts';
import { PASSWORD } from './portal-kit.ts';

const START = Date.now();
const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

const LOG = `==> Unpack
storefront.zip, 48.9 MB, 3,412 files
==> Install
npm warn deprecated inflight@1.0.6: This module is not supported
==> Build
$ npm run build
   Creating an optimized production build, ${ 'and-a-long-word-'.repeat( 12 ) }
`;

const FAILED_LOG = `==> Install
npm error code EUSAGE
npm error Missing: swr@2.3.6 from lock file
npm ci ended with code 1 after 7.2 s
`;

const OUTPUT = `TypeError: Cannot read properties of undefined (reading 'menu')
    at Header (/release/.next/server/app/page.js:1:2210)
`;

type StepOf = [
	BuildStep[ 'name' ],
	seconds: number,
	state?: BuildStep[ 'state' ],
];

const ALL_STEPS: StepOf[] = [
	[ 'unpack', 0.8 ],
	[ 'install', 9.4 ],
	[ 'build', 26 ],
	[ 'start', 1.9 ],
	[ 'health', 2.6 ],
	[ 'live', 0.3 ],
];

const FAILED: Pick< BuildOf, 'error' | 'log' | 'steps' > = {
	error: 'npm ci ended with code 1. Run npm install, then upload again.',
	log: FAILED_LOG,
	steps: [
		[ 'unpack', 0.8 ],
		[ 'install', 7.2, 'failed' ],
	],
};

interface BuildOf {
	/** @default 'live' */
	state?: 'queued' | 'building' | 'live' | 'failed' | 'canceled';
	/** Seconds ago. */
	created: number;
	error?: string;
	log?: string;
	steps?: StepOf[];
}

function ago( seconds: number ): Date {
	return new Date( START - seconds * 1000 );
}

function stepsFrom( start: Date, steps: readonly StepOf[] ): BuildStep[] {
	let time = start.getTime();
	return steps.map( ( [ name, seconds, state = 'done' ] ) => {
		const startTime = new Date( time );
		time += seconds * 1000;
		const finishTime = state === 'running' ? null : new Date( time );
		return { name, state, startTime, finishTime };
	} );
}

/** Writes a build under its environment’s next number. */
async function addBuild(
	{ store }: Services,
	folders: Folders,
	environmentId: string,
	{
		state = 'live',
		created,
		error = '',
		log = LOG,
		steps = ALL_STEPS,
	}: BuildOf
): Promise< void > {
	const id = randomUUID();
	const source = randomUUID();
	const start = ago( created - 1 );
	await store.write( async ( { builds } ) => {
		await builds.add( {
			id,
			environmentId,
			operationId: randomUUID(),
			trigger: 'upload',
			clean: false,
			source,
			startedBy: 'upload by sam',
			absorbed: state === 'queued' ? 2 : 0,
			createTime: ago( created ),
		} );
		if ( state === 'queued' ) {
			return;
		}
		const dated = stepsFrom( start, steps );
		const end = dated.at( -1 )?.finishTime ?? start;
		await builds.begin( id, start );
		await builds.setSteps( id, dated );
		if ( state === 'live' ) {
			await builds.goLive( { id, environmentId }, end );
		} else if ( state !== 'building' ) {
			await builds.end( id, state, error, end );
		}
	} );
	await fs.mkdir( folders.sources( environmentId ), { recursive: true } );
	await fs.writeFile( folders.source( environmentId, source ), '' );
	if ( state !== 'queued' ) {
		await fs.writeFile( folders.buildLog( environmentId, id ), log );
	}
}

async function addUsage(
	{ store }: Services,
	subjects: readonly { id: string; days: number }[]
): Promise< void > {
	await store.write( async ( { usage } ) => {
		for ( const { id, days } of subjects ) {
			for ( let back = days - 1; back >= 0; back-- ) {
				await usage.setStorage(
					ago( back * DAY )
						.toISOString()
						.slice( 0, 10 ),
					ago( back * DAY ),
					{
						subjectId: id,
						fileBytes: 6e8 - back * 1e6,
						databaseBytes: 2e8,
					}
				);
			}
		}
	} );
}

/** Lets the cache of an environment report traffic. */
function fillCache( { edges }: Services, { id }: Environment ): void {
	const report = edges.report.bind( edges );
	edges.report = async ( environmentId ) => ( {
		...( await report( environmentId ) ),
		...( environmentId === id && {
			hits: 940,
			misses: 60,
			entries: 1204,
			bytes: 31e6,
			minutes: Array.from( { length: 60 }, ( _, index ) => ( {
				at: ago( ( 60 - index ) * MINUTE ),
				hits: 20 + ( index % 7 ),
				misses: index % 3,
			} ) ),
			purges: [
				{ at: ago( 7 * MINUTE ), by: 'with build 42', entries: 1204 },
			],
			notCached: [
				{
					path: '/cart',
					reason: 'The response sets a cookie (Set-Cookie)',
					requests: 12,
				},
			],
		} ),
	} );
}

/** Says of an application what the platform would say if it ran. */
function setStatuses(
	{ liveReleases }: Services,
	statuses: Record< string, ApplicationStatus >
): void {
	liveReleases.status = ( id ) => statuses[ id ] ?? null;
}

async function addUsers( { users }: Services ): Promise< void > {
	await users.create(
		{ id: 'kim', name: 'Kim, support', role: 'read', password: PASSWORD },
		'sam'
	);
	await users.create(
		{
			id: 'max',
			name: '',
			role: 'none',
			accounts: [ { account: 'acme', role: 'write' } ],
			password: PASSWORD,
		},
		'sam'
	);
}

/** Adds two fault rules, and requests to the journal. */
async function addFaultsAndRequests( url: string ): Promise< void > {
	const call = ( method: string, address: string, body?: object ) =>
		fetch( url + address, {
			method,
			headers: {
				authorization: `Basic ${ btoa( `sam:${ PASSWORD }` ) }`,
				...( body && { 'content-type': 'application/json' } ),
			},
			...( body && { body: JSON.stringify( body ) } ),
		} );
	await call( 'POST', '/_local/faults', {
		kind: 'status',
		name: 'Too many requests',
		status: 429,
		path: '/v1/nothing',
		method: 'GET',
	} );
	await call( 'POST', '/_local/faults', {
		kind: 'drip',
		path: '/v1/*',
		method: 'PUT',
		dripMs: 100,
		isOn: false,
	} );
	await call( 'GET', '/v1/accounts/acme/apps' );
	await call( 'GET', '/v1/accounts/acme/apps/nothing/environments' );
	await call( 'GET', '/v1/nothing' );
}

/** The portal’s pages by their names. */
function pagesOf(
	own: Environment,
	down: Environment,
	empty: Environment
): Record< string, string > {
	const account = '/portal/accounts/acme';
	const href = ( { appId, id }: Environment, rest = '' ) =>
		`${ account }/apps/${ appId }/environments/${ id }${ rest }`;
	return {
		Apps: account,
		'Apps, none yet': '/portal/accounts/globex',
		'New app': `${ account }/new`,
		App: `${ account }/apps/storefront`,
		'New environment': `${ account }/apps/storefront/new`,
		Overview: href( own ),
		'Overview, down': href( down ),
		'Overview, no code yet': href( empty ),
		Builds: href( own, '/builds' ),
		'Build, running': href( own, '/builds/5' ),
		'Build, queued': href( own, '/builds/6' ),
		'Build, failed': href( own, '/builds/3' ),
		'Build, live': href( own, '/builds/2' ),
		Output: href( down, '/output' ),
		Settings: href( own, '/settings' ),
		Variables: href( own, '/variables' ),
		Cache: href( own, '/cache' ),
		'Disk usage': href( own, '/usage' ),
		'Disk usage of the account': `${ account }/usage`,
		Requests: '/portal/requests',
		Request: '/portal/requests/2',
		Faults: '/portal/faults',
		Accounts: '/portal/accounts',
		'API users': '/portal/users',
		Installs: '/portal/installs',
		API: '/portal/api',
		'Not found': '/portal/nothing',
	};
}

/** Starts the platform on a free port. */
export async function startStates() {
	const folder = await fs.mkdtemp(
		path.join( os.tmpdir(), 'portal-states-' )
	);
	const dataFolder = path.join( folder, 'data' );
	const platform = await startPlatform( {
		dataFolder,
		port: 0,
		user: 'sam',
		password: PASSWORD,
		accounts: [ 'acme', 'globex' ],
		wordpress: { acmeprod: 'http://127.0.0.1:9' },
		passwordCost: { logCost: 1, blockSize: 1, parallel: 1 },
	} );
	const services = platform.services as Services;
	const { catalog, webhooks, installs } = services;
	services.usage.tick = async () => {};
	const folders = new Folders( dataFolder );
	const environment = ( app: string, displayName: string ) =>
		catalog.createEnvironment( 'acme', app, {
			displayName,
			branch: 'uploadable',
			wpEnvironment: 'acmeprod',
			shellVariables: [],
		} );
	await catalog.createApp( 'acme', 'storefront', 'regions/US-C' );
	await catalog.createApp( 'acme', 'magazine', 'regions/EU-W' );
	const own = await environment( 'storefront', 'Production' );
	const empty = await environment( 'storefront', 'Preview' );
	const down = await environment( 'magazine', 'Production' );
	const running: StepOf[] = [
		...ALL_STEPS.slice( 0, 2 ),
		[ 'build', 0, 'running' ],
	];
	for ( const build of [
		{ created: 2 * DAY },
		{ created: 5 * HOUR },
		{ ...FAILED, state: 'failed', created: 70 * MINUTE },
		{ state: 'canceled', created: HOUR, error: 'Canceled by kim.' },
		{ state: 'building', created: 26, steps: running },
		{ state: 'queued', created: 14 },
	] satisfies BuildOf[] ) {
		await addBuild( services, folders, own.id, build );
	}
	await addBuild( services, folders, down.id, { created: 3 * HOUR } );
	await fs.writeFile( folders.appLog( down.id ), OUTPUT );
	const exit = {
		time: ago( 90 ),
		code: 1,
		signal: null,
		reason: 'npm run start ended with code 1',
	};
	setStatuses( services, {
		[ own.id ]: {
			state: 'up',
			since: ago( 5 * HOUR ),
			lastOutput: '',
			restarts: 1,
			lastExit: exit,
		},
		[ down.id ]: {
			state: 'down',
			since: ago( 90 ),
			lastOutput: OUTPUT,
			restarts: 4,
			lastExit: exit,
		},
	} );
	await webhooks.create(
		{ accountName: 'acme', appId: 'storefront', environmentId: own.id },
		'sam'
	);
	await services.store.write( async ( tables ) => {
		await tables.webhooks.recordCall( own.id, {
			action: 'purgeCache',
			at: ago( 33 * MINUTE ),
			status: 403,
			reason: 'invalid token',
		} );
		await tables.environments.setVariables(
			own.id,
			[
				'ALGOLIA_API_KEY',
				'A_NAME_THAT_IS_LONGER_THAN_A_LINE_OF_A_PHONE',
				'PORT',
			].map( ( key ) => ( {
				key,
				value: 'secret-value',
				setTime: ago( 3 * MINUTE ),
			} ) ),
			ago( 3 * MINUTE )
		);
	} );
	fillCache( services, own );
	const [ install ] = await installs.all();
	await addUsage( services, [
		{ id: own.id, days: 30 },
		{ id: down.id, days: 1 },
		...( install ? [ { id: install.id, days: 30 } ] : [] ),
	] );
	await addUsers( services );
	await addFaultsAndRequests( platform.url );
	return {
		url: platform.url,
		portalLink: platform.portalLink,
		pages: pagesOf( own, down, empty ),
		close: async () => {
			await platform.close();
			await fs.rm( folder, { recursive: true, force: true } );
		},
	};
}
