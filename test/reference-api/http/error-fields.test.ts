/** Errors name the invalid field of the request, so that forms can mark it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEnvironment, form } from '../../conformance/steps.ts';
import type { Place } from '../../conformance/steps.ts';
import { json, startOwn } from '../../conformance/target.ts';
import type { Target } from '../../conformance/target.ts';
import type { Account } from '../../../src/shared/platform-api.generated.ts';
import { makeZip } from '../test-platform.ts';

/** The API user of the platform. */
const ADMIN = 'conformance';

interface Refused {
	url: string;
	method?: string;
	body?: unknown;
	status?: number;
	/** Without it, the error names no field. */
	field?: string;
}

let platform: Target;
let environment: Place;

beforeAll( async () => {
	platform = await startOwn();
	environment = await createEnvironment( platform, { KEPT: '' } );
} );

afterAll( () => platform.close() );

/** Sends each request, and compares the status and the field of its error. */
async function expectFields( requests: readonly Refused[] ): Promise< void > {
	for ( const {
		url,
		method = 'POST',
		body,
		status = 400,
		field,
	} of requests ) {
		const response = await platform.request( url, json( body, method ) );
		const error = ( await response.json() ) as { field?: string };
		expect( {
			url,
			body,
			status: response.status,
			field: error.field,
		} ).toEqual( { url, body, status, field } );
	}
}

test( 'names the invalid field of a new account', async () => {
	const url = '/_local/accounts';
	await expectFields( [
		{ url, body: {}, field: 'name' },
		{ url, body: { name: 7 }, field: 'name' },
		{ url, body: { name: 'a b' }, field: 'name' },
		{ url, body: { name: 'acme' }, status: 409, field: 'name' },
		{ url, body: { name: 'new', color: 'red' }, field: 'color' },
		{ url, body: [] },
	] );
} );

test( 'names the invalid field of a new application', async () => {
	const url = '/v1/accounts/acme/apps';
	const body = { region: 'regions/UK', uploadable: {} };
	const region = 'regions/MARS';
	await expectFields( [
		{ url, body, field: 'appId' },
		{ url: `${ url }?appId=`, body, field: 'appId' },
		{ url: `${ url }?appId=a%20b`, body, field: 'appId' },
		{
			url: `${ url }?appId=${ environment.app }`,
			body,
			status: 409,
			field: 'appId',
		},
		{ url: `${ url }?appId=a`, body: { ...body, region }, field: 'region' },
		{
			url: `${ url }?appId=a`,
			body: { region: body.region },
			field: 'uploadable',
		},
	] );
} );

test( 'names the invalid field of a new environment', async () => {
	const url = `/v1/accounts/acme/apps/${ environment.app }/environments`;
	const valid = {
		displayName: 'Staging',
		branch: 'uploadable',
		wpEnvironment: 'blog',
	};
	const variable = { key: 'A', value: 'b' };
	const variables = ( ...shellVariables: unknown[] ) => ( {
		...valid,
		shellVariables,
	} );
	await expectFields( [
		{ url, body: { ...valid, displayName: '' }, field: 'displayName' },
		{ url, body: { ...valid, displayName: ' ' }, field: 'displayName' },
		{
			url,
			body: { ...valid, displayName: ' production' },
			status: 409,
			field: 'displayName',
		},
		{ url, body: { ...valid, branch: 'main' }, field: 'branch' },
		{
			url,
			body: { ...valid, wpEnvironment: 'a/b' },
			field: 'wpEnvironment',
		},
		{
			url,
			body: { ...valid, wpEnvironment: 'none' },
			field: 'wpEnvironment',
		},
		{
			url,
			body: { ...valid, rootDirectory: '../up' },
			field: 'rootDirectory',
		},
		{
			url,
			body: variables( variable, { key: '1', value: '' } ),
			field: 'shellVariables.1.key',
		},
		{
			url,
			body: variables( variable, variable ),
			field: 'shellVariables.1.key',
		},
		{
			url,
			body: variables( { key: 'A', value: '\0' } ),
			field: 'shellVariables.0.value',
		},
		{
			url,
			body: variables( { key: 'A' } ),
			field: 'shellVariables.0.value',
		},
		{
			url,
			body: variables( ...Array( 201 ).fill( variable ) ),
			field: 'shellVariables',
		},
		// The name of the field is a value in the wrong place.
		{ url, body: variables( { ...variable, 'A=hunter2': '' } ) },
	] );
} );

test( 'names the invalid setting of an environment', async () => {
	const url = `/v1/${ environment.name }`;
	const method = 'PATCH';
	await expectFields( [
		{
			url,
			method,
			body: { wpEnvironment: 'none' },
			field: 'wpEnvironment',
		},
		{ url, method, body: { rootDirectory: '/' }, field: 'rootDirectory' },
		{ url, method, body: { purgeOnDeploy: 'yes' }, field: 'purgeOnDeploy' },
		{ url, method, body: {} },
	] );
} );

test( 'names the invalid shell variable', async () => {
	const url = `/v1/${ environment.name }/shellVariables`;
	const tooLarge = { key: 'A', value: 'ä'.repeat( 20_000 ) };
	const many = Array.from( { length: 200 }, ( _, index ) => ( {
		key: `A${ index }`,
		value: '',
	} ) );
	await expectFields( [
		{
			url,
			method: 'PATCH',
			body: { set: [ { key: 'a b', value: '' } ] },
			field: 'set.0.key',
		},
		{
			url,
			method: 'PATCH',
			body: { set: [ tooLarge ] },
			field: 'set.0.value',
		},
		{ url, method: 'PATCH', body: { set: many }, field: 'set' },
		{
			url,
			method: 'PATCH',
			body: { remove: [ 'KEPT', '1' ] },
			field: 'remove.1',
		},
		{
			url,
			method: 'PUT',
			body: { shellVariables: [ tooLarge ] },
			field: 'shellVariables.0.value',
		},
	] );
} );

test( 'names the invalid field of a WordPress install', async () => {
	const url = '/_local/installs/new';
	const method = 'PUT';
	const body = { account: 'acme', url: 'http://127.0.0.1:9' };
	await expectFields( [
		{ url, method, body: { ...body, url: 'ftp://a' }, field: 'url' },
		{ url, method, body: { ...body, url: '' }, field: 'url' },
		{ url, method, body: { ...body, url: 'http://:b@a' }, field: 'url' },
		{ url, method, body: { ...body, account: 'a b' }, field: 'account' },
		{
			url,
			method,
			body: { ...body, account: 'none' },
			status: 404,
			field: 'account',
		},
		{ url: '/_local/installs/a%20b', method, body, field: 'install' },
	] );
} );

test( 'names the invalid field of an API user', async () => {
	const url = '/_local/users';
	const access = ( account: string, role: string ) => ( {
		id: 'kim',
		accounts: [ { account, role } ],
	} );
	await expectFields( [
		{ url, body: {}, field: 'id' },
		{ url, body: { id: 'a:b' }, field: 'id' },
		{ url, body: { id: ADMIN }, status: 409, field: 'id' },
		{ url, body: { id: 'kim', name: 'a\n' }, field: 'name' },
		{ url, body: { id: 'kim', password: 'short' }, field: 'password' },
		{ url, body: { id: 'kim', role: 'root' }, field: 'role' },
		{ url, body: access( 'none', 'read' ), field: 'account' },
		{ url, body: access( 'acme', 'root' ), field: 'accounts.0.role' },
		{
			url: `${ url }/${ ADMIN }/role`,
			method: 'PUT',
			body: { role: 'read' },
			status: 409,
			field: 'role',
		},
		{
			url: `${ url }/${ ADMIN }/password`,
			method: 'PUT',
			body: { password: 'short' },
			field: 'password',
		},
	] );
} );

test( 'names the invalid field of a fault rule', async () => {
	const url = '/_local/faults';
	const valid = { kind: 'status', status: 503 };
	await expectFields( [
		{ url, body: { ...valid, kind: 'flood' }, field: 'kind' },
		{ url, body: { ...valid, status: 100 }, field: 'status' },
		{ url, body: { ...valid, path: 'v1' }, field: 'path' },
		{ url, body: { ...valid, method: 'FETCH' }, field: 'method' },
		{ url, body: { ...valid, count: 0 }, field: 'count' },
		{ url, body: { ...valid, dripMs: 5 }, field: 'dripMs' },
		{ url, body: { kind: 'none' }, field: 'latencyMs' },
	] );
} );

test( 'names the invalid field of a query', async () => {
	const builds = `/v1/${ environment.name }/builds`;
	const list = await platform.request( '/_local/accounts' );
	const { accounts } = ( await list.json() ) as { accounts: Account[] };
	const usage = `/accounts/${ accounts[ 0 ]?.id }/usage`;
	const fieldOf = async ( url: string ) => {
		const response = await platform.request( url );
		return ( await response.json() ) as unknown;
	};
	const wanted = {
		[ `${ builds }?pageSize=0` ]: 'pageSize',
		[ `${ builds }?pageToken=x` ]: 'pageToken',
		[ `${ usage }?first_date=2026-11-01` ]: 'last_date',
		[ `${ usage }?first_date=2026-02-30&last_date=2026-11-01` ]:
			'first_date',
		[ `${ usage }?first_date=2000-01-01&last_date=2026-11-01` ]:
			'first_date',
		[ `${ usage }?first_date=2026-11-02&last_date=2026-11-01` ]:
			'first_date',
		[ `${ usage }?first_date=2026-11-02&last_date=9999-01-01` ]:
			'last_date',
	};
	for ( const [ url, field ] of Object.entries( wanted ) ) {
		expect( await fieldOf( url ) ).toMatchObject( { field } );
	}
} );

test( 'names the form part of a rejected zip', async () => {
	const url = `/fu/v1/${ environment.name }:upload`;
	const forms = [
		form( Buffer.from( 'no zip' ) ),
		form( await makeZip( { 'index.js': '' } ) ),
		form( Buffer.alloc( 10 ), 'other' ),
		new FormData(),
	];
	for ( const body of forms ) {
		const response = await platform.request( url, {
			method: 'POST',
			body,
		} );
		expect( await response.json() ).toMatchObject( {
			field: 'repository',
		} );
	}
} );

test( 'names no field where the request as a whole is refused', async () => {
	const response = await platform.request( '/v1/accounts/none/apps' );
	expect( Object.keys( ( await response.json() ) as object ) ).toEqual( [
		'message',
	] );
} );
