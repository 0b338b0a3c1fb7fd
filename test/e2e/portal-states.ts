/** A portal whose pages show every state, on a platform in memory. */
import type {
	Build,
	BuildStep,
} from '../../src/reference-api/model/hosting.ts';
import {
	aBuild,
	aCacheReport,
	anApp,
	anEnvironment,
	at,
	aUsageDay,
	ENVIRONMENT_ID,
	NOW,
} from '../reference-api/portal/fake-hosting.ts';
import { portalApp } from '../reference-api/portal/portal-app.ts';

const STAGING = 'a1b2c3d4-0000-4000-8000-000000000001';
const DOWN = 'a1b2c3d4-0000-4000-8000-000000000002';
const EMPTY = 'a1b2c3d4-0000-4000-8000-000000000003';

const LOG = `==> Unpack
storefront.zip, 48.9 MB, 3,412 files
==> Install
> Node 24.11.0 (engines.node: >=22). package-lock.json found: npm ci
npm warn deprecated inflight@1.0.6: This module is not supported
added 412 packages in 9s
==> Build
$ npm run build
   Creating an optimized production build, ${ 'and-a-long-word-'.repeat( 12 ) }
`;

const FAILED_LOG = `==> Install
npm error code EUSAGE
npm error Missing: swr@2.3.6 from lock file
npm ci ended with code 1 after 7.2 s
`;

type StepOf = [
	BuildStep[ 'name' ],
	milliseconds: number,
	state?: BuildStep[ 'state' ],
];

function stepsFrom( clock: string, steps: StepOf[] ): BuildStep[] {
	let time = at( clock ).getTime();
	return steps.map( ( [ name, milliseconds, state = 'done' ] ) => {
		const startTime = new Date( time );
		time += milliseconds;
		const finishTime = state === 'running' ? null : new Date( time );
		return { name, state, startTime, finishTime };
	} );
}

const RUNNING: Partial< Build > = {
	state: 'building',
	createTime: at( '14:08:31' ),
	startTime: at( '14:08:34' ),
	finishTime: null,
	steps: stepsFrom( '14:08:34', [
		[ 'unpack', 800 ],
		[ 'install', 9400 ],
		[ 'build', 0, 'running' ],
	] ),
};

const BUILDS: Build[] = [
	aBuild( {
		number: 44,
		state: 'queued',
		startTime: null,
		finishTime: null,
		absorbed: 2,
	} ),
	aBuild( { number: 43, ...RUNNING } ),
	aBuild( { number: 42, state: 'live' } ),
	aBuild( { number: 41, startedBy: 'upload by sam', trigger: 'upload' } ),
	aBuild( {
		number: 40,
		state: 'failed',
		startedBy: 'upload by sam',
		trigger: 'upload',
		finishTime: at( '13:00:08' ),
		error: 'npm ci ended with code 1. Run npm install, then upload again. Build 39 stayed live.',
		steps: stepsFrom( '13:00:00', [
			[ 'unpack', 800 ],
			[ 'install', 7200, 'failed' ],
		] ),
	} ),
	aBuild( { number: 39, trigger: 'cleanRebuild' } ),
	aBuild( { number: 38, state: 'cancelled', error: 'Cancelled by kim.' } ),
	aBuild( {
		number: 37,
		state: 'superseded',
		startTime: null,
		error: 'Replaced by build 39.',
	} ),
	aBuild( { number: 7, id: 'down-7', environmentId: DOWN, state: 'live' } ),
	aBuild( { number: 3, id: 's3', environmentId: STAGING, ...RUNNING } ),
];

function days( fileBytes: number ) {
	return Array.from( { length: 30 }, ( _, index ) => {
		const time = NOW.getTime() - ( 29 - index ) * 86_400_000;
		return aUsageDay( {
			date: new Date( time ).toISOString().slice( 0, 10 ),
			fileBytes: fileBytes * ( 1 + index / 60 ),
			databaseBytes: fileBytes / 2,
			measureTime: new Date( time ),
			visits: 10,
			requests: 100,
		} );
	} );
}

function cacheMinutes() {
	return Array.from( { length: 60 }, ( _, index ) => ( {
		at: new Date( NOW.getTime() - ( 60 - index ) * 60_000 ),
		hits: 20 + ( index % 7 ),
		misses: index % 3,
	} ) );
}

/** Starts it on a free port. */
export async function startStates() {
	const portal = await portalApp( () => NOW );
	const { hosting } = portal;
	const other = { accountName: 'acme', appId: 'magazine' };
	hosting.accountList.push( { name: 'globex', id: 'globex-id' } );
	hosting.appList = [ anApp(), anApp( { id: 'app-2', ...other } ) ];
	hosting.environmentList = [
		anEnvironment( {
			shellVariables: [
				{
					key: 'ALGOLIA_APP_ID',
					value: 'x',
					setTime: at( '12:00:00' ),
				},
			],
			variablesTime: at( '14:00:00' ),
		} ),
		anEnvironment( { id: STAGING, displayName: 'Staging' } ),
		anEnvironment( { id: DOWN, ...other } ),
		anEnvironment( { id: EMPTY, ...other, displayName: 'Preview' } ),
	];
	hosting.buildList = BUILDS;
	const { served } = hosting;
	hosting.served = async ( id ) =>
		id === DOWN
			? {
					state: 'down',
					since: at( '14:08:00' ),
					lastOutput: 'TypeError: x is not a function\n    at y',
					restarts: 1,
					lastExit: {
						time: at( '14:08:00' ),
						code: 1,
						signal: null,
						reason: 'The application ended with code 1',
					},
				}
			: served.call( hosting, id );
	hosting.readLog = async ( id, offset ) => {
		const log = Buffer.from( id === 'build-40' ? FAILED_LOG : LOG );
		return {
			text: log.subarray( offset ).toString(),
			nextOffset: log.length,
		};
	};
	hosting.report = aCacheReport( {
		hits: 940,
		misses: 60,
		entries: 1204,
		bytes: 31e6,
		purgedAt: at( '14:02:00' ),
		minutes: cacheMinutes(),
		purges: [ { at: at( '14:02:00' ), by: 'with build 42' } ],
		notCached: [
			{
				path: '/cart',
				reason: 'The response sets a cookie (Set-Cookie)',
				requests: 12,
			},
		],
	} );
	hosting.accountUsage.refreshTime = at( '03:10:00' );
	hosting.accountUsage.environments = hosting.environmentList.map(
		( { id, appId, displayName }, index ) => ( {
			environmentId: id,
			appId,
			displayName,
			wpEnvironment: 'acmeprod',
			expectedTime: null,
			days: days( ( index + 1 ) * 1e8 ),
		} )
	);
	await hosting.createWebhooks();
	const url = await portal.listen();
	return { ...portal, url, pages: pagesOf() };
}

/** The portal's pages by their names. */
function pagesOf(): Record< string, string > {
	const account = '/portal/accounts/acme';
	const href = ( app: string, id: string, rest = '' ) =>
		`${ account }/apps/${ app }/environments/${ id }${ rest }`;
	const own = ( rest = '' ) => href( 'storefront', ENVIRONMENT_ID, rest );
	return {
		Apps: account,
		'Apps, none yet': '/portal/accounts/globex',
		'New app': `${ account }/apps/new`,
		'Delete app': `${ account }/apps/storefront/delete`,
		'New environment': `${ account }/apps/storefront/environments/new`,
		Overview: own(),
		'Overview, down': href( 'magazine', DOWN ),
		'Overview, no code yet': href( 'magazine', EMPTY ),
		Builds: own( '/builds' ),
		'Build, running': own( '/builds/43' ),
		'Build, queued': own( '/builds/44' ),
		'Build, failed': own( '/builds/40' ),
		'Build, live': own( '/builds/42' ),
		'Clean rebuild': own( '/clean-rebuild' ),
		'Delete environment': own( '/delete' ),
		Settings: own( '/settings' ),
		'Regenerate webhooks': own( '/settings/regenerate' ),
		Variables: own( '/variables' ),
		'Add a variable': own( '/variables/add' ),
		'Paste a file': own( '/variables/paste' ),
		'Delete variable': own( '/variables/ALGOLIA_APP_ID/delete' ),
		Cache: own( '/cache' ),
		'Disk usage': own( '/usage' ),
		'Disk usage of the account': `${ account }/usage`,
		Requests: '/portal/requests',
		Faults: '/portal/faults',
		Accounts: '/portal/accounts',
		'API users': '/portal/users',
		'Delete API user': '/portal/users/sam/delete',
		Installs: '/portal/installs',
		'Address of an install': '/portal/installs/acmeprod/address',
	};
}
