/**
 * What is sent to each documented operation: good requests, the first one without a trace of refusal, then those
 * refusals that only this operation has.
 */
import { makeApp, makeZip, uploadForm, wordApp } from '../test-platform.ts';
import type { Params, Script, ScriptContext, Send } from './document-walk.ts';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

let names = 0;

function fresh( what: string ): string {
	names += 1;
	return `${ what }-${ names }`;
}

async function makeEnvironment( {
	platform,
}: ScriptContext ): Promise< Params > {
	const app = fresh( 'app' );
	await platform.services.catalog.createApp( 'acme', app, 'regions/UK' );
	const { id } = await platform.services.catalog.createEnvironment(
		'acme',
		app,
		{
			displayName: 'Production',
			branch: 'uploadable',
			wpEnvironment: 'blog',
			shellVariables: [ { key: 'SECRET', value: 'hush' } ],
		}
	);
	return { account: 'acme', app, environment: id };
}

function pathOf( params: Params ): string {
	return `accounts/${ params.account }/apps/${ params.app }/environments/${ params.environment }`;
}

function placeOf( params: Params ) {
	return {
		accountName: 'acme',
		appId: String( params.app ),
		environmentId: String( params.environment ),
	};
}

async function uploadTo(
	{ request }: ScriptContext,
	params: Params,
	zip: Buffer
): Promise< void > {
	await request( `/fu/v1/${ pathOf( params ) }:upload`, {
		method: 'POST',
		body: uploadForm( zip ),
	} );
}

/** Creates an environment with a release that is live and a build that failed. */
async function makeDeployed( context: ScriptContext ): Promise< Params > {
	const params = await makeEnvironment( context );
	await uploadTo( context, params, await wordApp( 'one' ) );
	await context.platform.waitUntilIdle();
	await uploadTo( context, params, await failingApp() );
	await context.platform.waitUntilIdle();
	return params;
}

async function accountId(
	{ platform }: ScriptContext,
	name: string
): Promise< string > {
	const accounts = await platform.services.catalog.accounts();
	return accounts.find( ( item ) => item.name === name )?.id ?? '';
}

async function makeAccount( context: ScriptContext ): Promise< string > {
	const { id } = await context.platform.services.catalog.createAccount(
		fresh( 'account' )
	);
	return id;
}

async function makeInstall( { platform }: ScriptContext ): Promise< string > {
	const { name } = await platform.services.catalog.createAccount(
		fresh( 'account' )
	);
	const { id } = await platform.services.installs.save( {
		accountName: name,
		name: fresh( 'install' ),
		url: 'http://127.0.0.1:9',
	} );
	return id;
}

const ofNothing: Script = async ( send ) => {
	await send( {} );
};

const ofEnvironment: Script = async ( send, context ) => {
	await send( await makeEnvironment( context ) );
};

const ofWebhooks: Script = async ( send, context ) => {
	const params = await makeEnvironment( context );
	await context.request( `/_local/${ pathOf( params ) }/webhooks`, {
		method: 'POST',
	} );
	await send( params );
	await send( await makeEnvironment( context ), { isWrong: true } );
};

const apps: Record< string, Script > = {
	listRegions: ofNothing,
	listApps: async ( send, context ) => {
		await makeEnvironment( context );
		await send( { account: 'acme' } );
	},
	createApp: async ( send ) => {
		const params = { account: 'acme' };
		const query = `?appId=${ fresh( 'new' ) }`;
		const json = { region: 'regions/EU-W', uploadable: {} };
		await send( params, { query, json } );
		await send( params, { query, json, isWrong: true } );
		await send( { account: 'none' }, { query, json, isWrong: true } );
	},
	listAppSummaries: async ( send, context ) => {
		await makeDeployed( context );
		await send( { account: 'acme' } );
	},
	readApp: async ( send, context ) => {
		const { account = '', app = '' } = await makeEnvironment( context );
		await send( { account, app } );
	},
	deleteApp: async ( send, context ) => {
		const { account = '', app = '' } = await makeEnvironment( context );
		await send( { account, app } );
	},
};

const ENVIRONMENT = {
	displayName: 'Staging',
	branch: 'uploadable',
	wpEnvironment: 'blog',
	shellVariables: [ { key: 'A', value: 'b' } ],
};

const environments: Record< string, Script > = {
	listEnvironments: async ( send, context ) => {
		const { account = '', app = '' } = await makeDeployed( context );
		await send( { account, app } );
	},
	createEnvironment: async ( send, context ) => {
		const { account = '', app = '' } = await makeEnvironment( context );
		await send( { account, app }, { json: ENVIRONMENT } );
		await send( { account, app }, { json: ENVIRONMENT, isWrong: true } );
		await send(
			{ account, app: 'none' },
			{ json: ENVIRONMENT, isWrong: true }
		);
	},
	readEnvironment: async ( send, context ) => {
		await send( await makeDeployed( context ) );
	},
	readCache: async ( send, context ) => {
		const params = await makeDeployed( context );
		const { services } = context.platform;
		const url = services.edges.url(
			await services.catalog.environment( placeOf( params ) )
		);
		await fetch( url );
		await fetch( `${ url }/other`, { headers: { cookie: 'a=b' } } );
		await send( params );
	},
	listCacheGroups: ofEnvironment,
	invalidateCacheGroup: async ( send, context ) => {
		const json = { group: 'post-1' };
		const params = await makeEnvironment( context );
		await send( params, { json } );
		await send( { ...params, app: 'none' }, { json, isWrong: true } );
	},
	readVariables: async ( send, context ) => {
		const params = await makeDeployed( context );
		await context.platform.services.environmentSettings.setVariables(
			placeOf( params ),
			{ set: [ { key: 'NEW', value: 'x' } ], remove: [ 'SECRET' ] }
		);
		await send( params );
	},
	readOutput: async ( send, context ) => {
		await send( await makeDeployed( context ), { query: '?offset=3' } );
	},
	readEnvironmentSummary: async ( send, context ) => {
		await send( await makeDeployed( context ) );
	},
	deleteEnvironment: ofEnvironment,
	changeEnvironment: async ( send, context ) => {
		const params = await makeEnvironment( context );
		const json = { wpEnvironment: 'blog', purgeOnDeploy: false };
		await send( params, { json } );
		await send(
			{ ...params, environment: 'none' },
			{ json, isWrong: true }
		);
		await send( params, { json: {}, isWrong: true } );
	},
	changeShellVariables: async ( send, context ) => {
		const params = await makeEnvironment( context );
		const json = { set: ENVIRONMENT.shellVariables, remove: [ 'SECRET' ] };
		await send( params, { json } );
		await send(
			{ ...params, environment: 'none' },
			{ json, isWrong: true }
		);
	},
	replaceShellVariables: async ( send, context ) => {
		const params = await makeEnvironment( context );
		const json = { shellVariables: ENVIRONMENT.shellVariables };
		await send( params, { json } );
		await send(
			{ ...params, environment: 'none' },
			{ json, isWrong: true }
		);
	},
	clearCache: async ( send, context ) => {
		const params = await makeEnvironment( context );
		await send( params, { json: {} } );
		await send( params );
	},
};

/** A form whose sender stops after its beginning. */
function stalledForm(): RequestInit {
	const start = new ReadableStream( {
		start: ( controller ) =>
			controller.enqueue( new TextEncoder().encode( '--b\r\n' ) ),
	} );
	return {
		headers: { 'content-type': 'multipart/form-data; boundary=b' },
		body: start,
		duplex: 'half',
	} as RequestInit;
}

const builds: Record< string, Script > = {
	upload: async ( send, context ) => {
		const params = await makeEnvironment( context );
		const post = async ( zip: Buffer, isWrong = true ) => {
			await send( params, {
				init: { body: uploadForm( zip ) },
				isWrong,
			} );
			await context.platform.waitUntilIdle();
		};
		await post( await wordApp( 'one' ), false );
		await send( params, { init: stalledForm(), isWrong: true } );
		await post( await makeZip( { 'index.js': '' } ) );
		await post( Buffer.from( 'no zip' ) );
		await post( Buffer.alloc( 200_000 ) );
		await post( await wordApp( 'two' ), false );
		await post( await wordApp( 'three' ) );
	},
	listBuilds: async ( send, context ) => {
		const params = await makeDeployed( context );
		await send( params, {
			query: '?pageSize=1&pageToken=2&orderBy=createTime%20desc',
		} );
		await send( params );
		await send( params, { query: '?pageToken=x', isWrong: true } );
	},
	readBuild: async ( send, context ) => {
		await send( {
			...( await makeDeployed( context ) ),
			build: 'no_build',
		} );
	},
	readBuildLog: async ( send, context ) => {
		const params = {
			...( await makeDeployed( context ) ),
			build: 'no_build',
		};
		await send( params, { query: '?offset=3' } );
	},
	startBuild: async ( send, context ) => {
		const params = await makeEnvironment( context );
		const json = { action: 'rebuild' };
		await send( params, { json, isWrong: true } );
		await uploadTo( context, params, await wordApp( 'one' ) );
		await context.platform.waitUntilIdle();
		await send( params, { json } );
		await context.platform.waitUntilIdle();
		await send( params, { json, isWrong: true } );
		await send(
			{ ...params, environment: 'none' },
			{ json, isWrong: true }
		);
	},
	redeployBuild: async ( send, context ) => {
		const params = {
			...( await makeEnvironment( context ) ),
			build: 'no_build',
		};
		await uploadTo( context, params, await wordApp( 'one' ) );
		await context.platform.waitUntilIdle();
		await send( params, { json: {} } );
		await send( params, { isWrong: true } );
		await context.platform.waitUntilIdle();
		await send( params, { isWrong: true } );
	},
	listOperations: async ( send, context ) => {
		const params = await makeDeployed( context );
		await send( params, { query: '?pageSize=1' } );
		await send( params );
	},
	readOperation: async ( send, context ) => {
		const operation = 'no_build';
		await send( { ...( await makeDeployed( context ) ), operation } );
		const params = await makeEnvironment( context );
		await send( { ...params, operation } );
		await uploadTo( context, params, await endlessApp() );
		await send( { ...params, operation } );
		await cancel( context, params );
		await send( { ...params, operation } );
	},
	cancelOperation: async ( send, context ) => {
		const environment = await makeEnvironment( context );
		const params = { ...environment, operation: 'no_build' };
		await uploadTo( context, params, await failingApp() );
		await context.platform.waitUntilIdle();
		await send( params, { isWrong: true } );
		await uploadTo( context, params, await endlessApp() );
		await send( params, { json: {} } );
		await context.platform.waitUntilIdle();
	},
};

function failingApp(): Promise< Buffer > {
	return makeApp( '', 'process.exit( 1 )' );
}

function endlessApp(): Promise< Buffer > {
	return makeApp( '', 'setInterval( () => {}, 1000 );' );
}

async function cancel( { request, platform }: ScriptContext, params: Params ) {
	await request( `/v1/${ pathOf( params ) }/operations/no_build:cancel`, {
		method: 'POST',
	} );
	await platform.waitUntilIdle();
}

const webhooks: Record< string, Script > = {
	readWebhooks: async ( send, context ) => {
		const params = await makeEnvironment( context );
		const { urls } = await context.platform.services.webhooks.create(
			placeOf( params ),
			'test'
		);
		for ( const url of Object.values( urls ) ) {
			await fetch( url, { method: 'POST' } );
		}
		await send( params );
		await send( await makeEnvironment( context ), { isWrong: true } );
	},
	readWebhookSummary: async ( send, context ) => {
		const params = await makeEnvironment( context );
		await send( params );
		const { urls } = await context.platform.services.webhooks.create(
			placeOf( params ),
			'test'
		);
		await fetch( urls.purgeCache, { method: 'POST' } );
		await send( params );
	},
	createWebhooks: ofEnvironment,
	regenerateWebhooks: ofWebhooks,
	deleteWebhooks: ofWebhooks,
	callWebhook: async ( send, context ) => {
		const params = await makeEnvironment( context );
		const { urls } = await context.platform.services.webhooks.create(
			placeOf( params ),
			'test'
		);
		const query = new URL( urls.rebuild ).search;
		const call = ( action: string, isWrong = false, method = 'POST' ) =>
			send( { ...params, action }, { query, isWrong, init: { method } } );
		await call( 'purgeCache' );
		await call( 'rebuild', true );
		await uploadTo( context, params, await wordApp( 'one' ) );
		await context.platform.waitUntilIdle();
		await call( 'rebuild' );
		await context.platform.waitUntilIdle();
		await call( 'cleanRebuild', true );
		await call( 'purgeCache', true, 'PUT' );
		await send(
			{ ...params, action: 'purgeCache' },
			{ query: '?token=x', isWrong: true }
		);
	},
};

const local: Record< string, Script > = {
	getHealth: ofNothing,
	readOpenApi: ofNothing,
	readSession: ofNothing,
	signIn: async ( send ) => {
		const json = { user: 'writer', password: 'correct horse' };
		await send( {}, { json } );
		const wrong = { ...json, password: 'wrong' };
		await send( {}, { json: wrong, isWrong: true } );
		await fromAnotherSite( send );
	},
	signOut: async ( send ) => {
		await send( {} );
		await fromAnotherSite( send );
	},
	readEvents: ofNothing,
	listLocalAccounts: ofNothing,
	listLocalInstalls: ofNothing,
	createAccount: async ( send ) => {
		const json = { name: fresh( 'account' ) };
		await send( {}, { json } );
		await send( {}, { json, isWrong: true } );
	},
	saveInstall: async ( send ) => {
		const url = 'http://127.0.0.1:9';
		const params = { install: fresh( 'install' ) };
		await send( params, { json: { account: 'acme', url } } );
		await send(
			{ install: fresh( 'install' ) },
			{ json: { account: 'none', url }, isWrong: true }
		);
	},
	deleteInstall: async ( send, context ) => {
		const { name } = await context.platform.services.installs.save( {
			accountName: 'acme',
			name: fresh( 'install' ),
			url: 'http://127.0.0.1:9',
		} );
		await makeEnvironment( context );
		await send( { install: name } );
		await send( { install: 'blog' }, { isWrong: true } );
	},
	listUsers: ofNothing,
	createUser: async ( send ) => {
		const id = fresh( 'user' );
		await send( {}, { json: { id, name: 'For CI', role: 'write' } } );
		await send( {}, { json: { id, role: 'read' }, isWrong: true } );
	},
	deleteUser: async ( send, context ) => {
		const user = await makeUser( context );
		await send( { user } );
		await withOneWriter( context, () =>
			send( { user: 'writer' }, { isWrong: true } )
		);
	},
	setUserRole: async ( send, context ) => {
		const user = await makeUser( context );
		await send( { user }, { json: { role: 'read' } } );
		await send(
			{ user: 'none' },
			{ json: { role: 'read' }, isWrong: true }
		);
		await withOneWriter( context, () =>
			send(
				{ user: 'writer' },
				{ json: { role: 'read' }, isWrong: true }
			)
		);
	},
	setUserAccount: async ( send, context ) => {
		const user = await makeUser( context );
		const json = { role: 'write' };
		await send( { user, account: 'acme' }, { json } );
		await send( { user, account: 'none' }, { json, isWrong: true } );
		await send(
			{ user: 'none', account: 'acme' },
			{ json, isWrong: true }
		);
	},
	removeUserAccount: async ( send, context ) => {
		const id = fresh( 'user' );
		await context.platform.services.users.create(
			{
				id,
				name: '',
				role: 'none',
				accounts: [ { account: 'acme', role: 'read' } ],
			},
			'test'
		);
		await send( { user: id, account: 'acme' } );
		await send( { user: id, account: 'acme' }, { isWrong: true } );
	},
	setUserPassword: async ( send, context ) => {
		const user = await makeUser( context );
		await send( { user }, { json: {} } );
		await send( { user }, { json: { password: 'correct horse' } } );
		await send( { user: 'none' }, { json: {}, isWrong: true } );
	},
};

function fromAnotherSite( send: Send ) {
	const headers = { origin: 'http://elsewhere.example' };
	return send( {}, { init: { headers }, isWrong: true } );
}

async function makeUser( { platform }: ScriptContext ): Promise< string > {
	const id = fresh( 'user' );
	await platform.services.users.create(
		{ id, name: '', role: 'read' },
		'test'
	);
	return id;
}

/**
 * Leaves one user who may change things.
 *
 * @param work Runs while only that user exists.
 */
async function withOneWriter(
	{ platform }: ScriptContext,
	work: () => Promise< unknown >
): Promise< void > {
	for ( const { id, role } of await platform.services.users.all() ) {
		if ( role === 'write' && id !== 'writer' ) {
			await platform.services.users.delete( id );
		}
	}
	await work();
}

const RULE = {
	name: 'Slow',
	kind: 'status',
	status: 503,
	path: '/v1/never',
	method: 'POST',
};

async function makeFault( { request }: ScriptContext ): Promise< Params > {
	const response = await request( '/_local/faults', {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify( RULE ),
	} );
	const { id } = ( await response.json() ) as { id: string };
	return { fault: id };
}

const switchFault: Script = async ( send, context ) => {
	const params = await makeFault( context );
	await send( params, { json: { isOn: false } } );
	await send( { fault: 'none' }, { json: { isOn: false }, isWrong: true } );
	await send(
		{ fault: UNKNOWN_ID },
		{ json: { isOn: false }, isWrong: true }
	);
};

const faults: Record< string, Script > = {
	listFaults: async ( send, context ) => {
		await makeFault( context );
		await send( {} );
	},
	addFault: async ( send, context ) => {
		await send( {}, { json: RULE } );
		let status = 201;
		while ( status === 201 ) {
			( { status } = await send( {}, { json: RULE, isWrong: true } ) );
		}
		await context.request( '/_local/faults', { method: 'DELETE' } );
	},
	turnAllFaultsOff: async ( send, context ) => {
		await makeFault( context );
		await send( {}, { json: { isOn: false } } );
	},
	deleteFaults: ofNothing,
	changeFault: switchFault,
	putFault: switchFault,
	deleteFault: async ( send, context ) => {
		await send( await makeFault( context ) );
	},
	listRequests: async ( send ) => {
		await send( {}, { query: '?only=errors&search=a&limit=5' } );
		await send( {} );
	},
	countMatchingRequests: async ( send ) => {
		await send( {}, { query: '?path=/v1/*&method=GET&action=' } );
		await send( {} );
		await send( {}, { query: '?action=none', isWrong: true } );
	},
	pauseRequests: async ( send ) => {
		await send( {}, { json: { isPaused: false } } );
	},
	clearRequests: ofNothing,
	getRequest: async ( send, { request } ) => {
		await request( '/v1/regions' );
		const list = await request( '/_local/requests?limit=1' );
		const { requests } = ( await list.json() ) as {
			requests: { number: number }[];
		};
		await send( { number: String( requests[ 0 ]?.number ) } );
		await send( { number: '999999999' }, { isWrong: true } );
	},
};

function usageScripts( suffix: string ): Record< string, Script > {
	const ofAccount: Script = async ( send, context ) => {
		await makeEnvironment( context );
		await send( { account: await accountId( context, 'acme' ) } );
	};
	const refresh =
		( make: ( context: ScriptContext ) => Promise< Params > ): Script =>
		async ( send, context ) => {
			const params = await make( context );
			await send( params );
			await send( params );
			await send( params, { isWrong: true } );
		};
	const scripts: Record< string, Script > = {
		listAccountIds: async ( send ) => {
			await send( {}, { query: '?limit=1&offset=1' } );
		},
		listInstallIds: async ( send ) => {
			await send( {}, { query: '?limit=1' } );
		},
		getAccountId: ofAccount,
		getAccountLimits: ofAccount,
		getInstallId: async ( send, context ) => {
			await send( { install: await makeInstall( context ) } );
		},
		getAccountUsage: async ( send, context ) => {
			const account = await accountId( context, 'acme' );
			await makeEnvironment( context );
			await context.request(
				`/accounts/${ account }/usage/refresh_disk_usage`,
				{
					method: 'POST',
				}
			);
			await send( { account }, { query: '?limit=1&offset=0' } );
			await send( { account } );
			const isWrong = true;
			await send(
				{ account },
				{ query: '?first_date=2026-11-01', isWrong }
			);
		},
		getInstallUsage: async ( send, context ) => {
			await send( { install: await makeInstall( context ) } );
		},
		refreshAccountDiskUsage: refresh( async ( context ) => ( {
			account: await makeAccount( context ),
		} ) ),
		refreshInstallDiskUsage: refresh( async ( context ) => ( {
			install: await makeInstall( context ),
		} ) ),
	};
	return Object.fromEntries(
		Object.entries( scripts ).map( ( [ id, script ] ) => [
			`${ id }${ suffix }`,
			script,
		] )
	);
}

const diskUsage: Record< string, Script > = {
	readDiskUsage: async ( send, context ) => {
		await makeEnvironment( context );
		await send( { account: 'acme' } );
		const query = '?first_date=2026-11-01';
		await send( { account: 'acme' }, { query, isWrong: true } );
	},
	refreshDiskUsage: async ( send, { platform } ) => {
		const { name: account } = await platform.services.catalog.createAccount(
			fresh( 'account' )
		);
		await send( { account } );
		await send( { account } );
		await send( { account }, { isWrong: true } );
	},
};

/** By operationId. */
export const scripts: Record< string, Script > = {
	...apps,
	...environments,
	...builds,
	...webhooks,
	...local,
	...faults,
	...diskUsage,
	...usageScripts( '' ),
	...usageScripts( 'WithoutVersion' ),
};
