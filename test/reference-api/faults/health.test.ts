import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { HostingError } from '../../../src/reference-api/model/hosting.ts';
import { registerHealth } from '../../../src/reference-api/http/routes/health.ts';
import type { HealthChecks } from '../../../src/reference-api/http/routes/health.ts';
import { compileValidator } from '../../../src/reference-api/http/validator.ts';
import { makeEnvironment, makePlatform } from '../test-platform.ts';

async function healthOf( given: Partial< HealthChecks > = {} ) {
	const app = Fastify();
	let now = 0;
	let checks = 0;
	app.setValidatorCompiler( compileValidator );
	registerHealth( app as Parameters< typeof registerHealth >[ 0 ], {
		checkStore: async () => {
			checks += 1;
		},
		edges: () => ( { total: 2, open: 2 } ),
		applications: () => ( { total: 2, running: 2 } ),
		missingCode: () => [],
		isStarted: () => true,
		faultsOn: () => 1,
		now: () => new Date( now ),
		...given,
	} );
	return {
		requestHealth: () => app.inject( '/_local/health' ),
		later: ( milliseconds: number ) => ( now += milliseconds ),
		checks: () => checks,
	};
}

test( 'a working platform is ready, also for requests without a sign-in', async () => {
	const platform = await makePlatform();
	await makeEnvironment( platform );
	const answer = await fetch( `${ platform.url }/_local/health` );
	expect( answer.status ).toBe( 200 );
	expect( await answer.json() ).toEqual( {
		status: 'ok',
		environments: 1,
		faultsOn: 0,
	} );
} );

test( 'the platform without its store is not ready, and gives the reason', async () => {
	const { requestHealth } = await healthOf( {
		checkStore: async () => {
			throw new HostingError( 503, 'The disk is full.' );
		},
	} );
	const { statusCode, body, headers } = await requestHealth();
	expect( statusCode ).toBe( 503 );
	expect( body ).toContain(
		'The database cannot be used: The disk is full.'
	);
	expect( headers[ 'retry-after' ] ).toBe( '1' );
} );

test( 'a platform that is starting is not ready', async () => {
	const { requestHealth } = await healthOf( {
		isStarted: () => false,
		edges: () => ( { total: 3, open: 1 } ),
	} );
	const { statusCode, body } = await requestHealth();
	expect( statusCode ).toBe( 503 );
	expect( body ).toContain( '1 of 3 environments' );
} );

test( 'a platform whose live applications do not all run is not ready', async () => {
	const { requestHealth } = await healthOf( {
		isStarted: () => false,
		applications: () => ( { total: 2, running: 1 } ),
	} );
	const { statusCode, body } = await requestHealth();
	expect( statusCode ).toBe( 503 );
	expect( body ).toContain(
		'The platform is starting: 1 of 2 live applications run.'
	);
} );

test( 'a platform without the address of an environment is not ready', async () => {
	const { requestHealth } = await healthOf( {
		edges: () => ( { total: 3, open: 2 } ),
	} );
	const { statusCode, body } = await requestHealth();
	expect( statusCode ).toBe( 503 );
	expect( body ).toContain( '1 of 3 environments have no address' );
} );

test( 'the store is asked once a second at most, however many ask', async () => {
	const { requestHealth, checks, later } = await healthOf();
	await Promise.all( [ requestHealth(), requestHealth(), requestHealth() ] );
	await requestHealth();
	expect( checks() ).toBe( 1 );
	later( 1000 );
	await requestHealth();
	expect( checks() ).toBe( 2 );
} );

test( 'a trouble that is over is over at once', async () => {
	let isStarted = false;
	const { requestHealth } = await healthOf( { isStarted: () => isStarted } );
	expect( ( await requestHealth() ).statusCode ).toBe( 503 );
	isStarted = true;
	expect( ( await requestHealth() ).statusCode ).toBe( 200 );
} );
