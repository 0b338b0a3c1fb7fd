/** Each documented route, asked with IDs of another account, and for secrets. */
import { expect, test } from 'vitest';
import type { EnvironmentPath } from '../../../../src/reference-api/model/hosting.ts';
import {
	basic,
	json,
	makeApp,
	makePlatform,
	PASSWORD,
	uploadAndWait,
	uploadForm,
	USER,
	WORDPRESS,
	wordApp,
} from '../../test-platform.ts';
import type { TestPlatform } from '../../test-platform.ts';

const SECRET = 'a-value-that-no-route-returns';

/** Only its token authorizes a call of a webhook. */
const OPEN = 'callWebhook';

/** Valid bodies; a route with a body needs one here. */
const BODIES: Record< string, unknown > = {
	changeEnvironment: { purgeOnDeploy: false },
	changeShellVariables: { set: [ { key: 'KEY', value: 'new' } ] },
	replaceShellVariables: { shellVariables: [] },
	startBuild: { action: 'rebuild' },
	clearCache: {},
	invalidateCacheGroup: { group: 'post-1' },
	redeployBuild: {},
	cancelOperation: {},
};

interface Route {
	id: string;
	method: string;
	path: string;
	hasBody: boolean;
}

interface Operation {
	operationId: string;
	requestBody?: object;
}

async function routesOf( platform: TestPlatform ): Promise< Route[] > {
	const document = await ( await platform.request( '/openapi.json' ) ).json();
	const paths = document.paths as Record<
		string,
		Record< string, Operation >
	>;
	return Object.entries( paths ).flatMap( ( [ path, methods ] ) =>
		Object.entries( methods ).map(
			( [ method, { operationId, requestBody } ] ) => ( {
				id: operationId,
				method: method.toUpperCase(),
				path,
				hasBody: requestBody !== undefined,
			} )
		)
	);
}

/** Creates an application with a deployed environment, webhooks and a secret variable. */
async function deploy(
	platform: TestPlatform,
	accountName: string,
	appId: string,
	zip: Buffer
): Promise< EnvironmentPath > {
	const { services } = platform;
	const name = `${ accountName }-blog`;
	await services.installs.save( { accountName, name, url: WORDPRESS } );
	await services.catalog.createApp( accountName, appId, 'regions/UK' );
	const { id } = await services.catalog.createEnvironment(
		accountName,
		appId,
		{
			displayName: 'Production',
			branch: 'uploadable',
			wpEnvironment: name,
			shellVariables: [ { key: 'KEY', value: SECRET } ],
		}
	);
	const place = { accountName, appId, environmentId: id };
	await uploadAndWait( platform, place, zip );
	await services.webhooks.create( place, 'test' );
	return place;
}

async function createUser(
	{ services }: TestPlatform,
	id: string,
	role: 'read' | 'write'
): Promise< void > {
	const accounts = [ { account: 'acme', role } ];
	await services.users.create(
		{ id, name: '', role: 'none', password: PASSWORD, accounts },
		'test'
	);
}

function fill( path: string, ids: Record< string, string > ): string {
	return path.replace(
		/\{(\w+)\}/g,
		( _all, name: string ) => ids[ name ] ?? 'none'
	);
}

function initOf( { id, method, hasBody }: Route, zip: Buffer ): RequestInit {
	if ( id === 'upload' ) {
		return { method, body: uploadForm( zip ) };
	}
	if ( hasBody && ! ( id in BODIES ) ) {
		throw new Error( `The route ${ id } needs a body in this test.` );
	}
	return hasBody ? json( BODIES[ id ], method ) : { method };
}

/** Everything of an environment that a request could change. */
async function stateOf( { services }: TestPlatform, place: EnvironmentPath ) {
	const { environmentId } = place;
	return {
		environment: await services.catalog.environment( place ),
		builds: await services.builds.of( environmentId ),
		webhooks: await services.webhooks.find( place ),
		// Time passes: the minutes are others.
		cache: {
			...( await services.edges.report( environmentId ) ),
			minutes: [],
		},
	};
}

test( 'no route accepts an ID of another account below the path of the own one', async () => {
	const platform = await makePlatform( { accounts: [ 'acme', 'globex' ] } );
	await createUser( platform, 'writer', 'write' );
	const zip = await wordApp( 'one' );
	const own = await deploy( platform, 'acme', 'shop', zip );
	const foreign = await deploy( platform, 'globex', 'shop', zip );
	const [ build ] = await platform.services.builds.of(
		foreign.environmentId
	);
	const before = await stateOf( platform, foreign );
	const ids = {
		account: 'acme',
		app: 'shop',
		environment: foreign.environmentId,
		build: build?.id ?? '',
		operation: build?.id ?? '',
	};
	const routes = ( await routesOf( platform ) ).filter(
		( { id, path } ) => id !== OPEN && path.includes( '{environment}' )
	);
	expect( routes.length ).toBeGreaterThan( 20 );
	for ( const route of routes ) {
		const paths = [ fill( route.path, ids ) ];
		if ( /\{(build|operation)\}/.test( route.path ) ) {
			const environment = own.environmentId;
			paths.push( fill( route.path, { ...ids, environment } ) );
		}
		for ( const path of paths ) {
			const response = await platform.request( path, {
				...initOf( route, zip ),
				headers: {
					...initOf( route, zip ).headers,
					authorization: basic( 'writer' ),
				},
			} );
			expect( [ route.id, response.status ] ).toEqual( [
				route.id,
				404,
			] );
		}
	}
	await platform.waitUntilIdle();
	expect( await stateOf( platform, foreign ) ).toEqual( before );
} );

test( 'no route returns a password or a value of a variable, and the token of webhooks only to users who may write', async () => {
	const platform = await makePlatform();
	await createUser( platform, 'reader', 'read' );
	const app = await makeApp(
		'response.end( env.KEY );',
		'console.log( process.env.KEY );'
	);
	const place = await deploy( platform, 'acme', 'shop', app );
	const { urls } = ( await platform.services.webhooks.find( place ) ) ?? {
		urls: { rebuild: '' },
	};
	const token = new URL( urls.rebuild ).searchParams.get( 'token' ) ?? '';
	const [ account ] = await platform.services.catalog.accounts();
	const [ install ] = await platform.services.installs.all();
	const routes = ( await routesOf( platform ) ).filter(
		( { id, method } ) => method === 'GET' && id !== 'readEvents'
	);
	for ( const user of [ USER, 'reader' ] ) {
		const answered: string[] = [];
		for ( const { id, path } of routes ) {
			const isUsage =
				/^(\/v1)?\/(accounts|installs)\/[^/]+(\/usage|\/limits)?$/;
			const ofUsage = isUsage.test( path );
			const response = await platform.request(
				fill( path, {
					account: ofUsage ? ( account?.id ?? '' ) : 'acme',
					install: ofUsage ? ( install?.id ?? '' ) : 'acme-blog',
					app: 'shop',
					environment: place.environmentId,
					build: 'no_build',
					operation: 'no_build',
					number: '1',
					user: 'reader',
				} ),
				{ headers: { authorization: basic( user ) } }
			);
			const text = await response.text();
			expect( text, id ).not.toContain( SECRET );
			expect( text, id ).not.toContain( PASSWORD );
			expect( text, id ).not.toContain( 'scrypt$' );
			expect( text.includes( token ), id ).toBe(
				id === 'readWebhooks' && user === USER
			);
			answered.push( ...( response.ok ? [ id ] : [] ) );
		}
		expect( answered.length ).toBeGreaterThan( 25 );
	}
} );
