import { expect, test } from 'vitest';
import {
	maskAnswer,
	maskBody,
	maskHeader,
	maskTokens,
	maskUrl,
} from '../../../src/reference-api/faults/redaction.ts';

const TOKEN = 'aB3-_fghijklmnopqrstuvwxQ3c=';
const SHOWN = '••••Q3c=';
const PATH = '/wh/v1/accounts/a/apps/b/environments/c/webhooks/webhook:rebuild';

test( 'a token in an address keeps its last four characters', () => {
	expect( maskUrl( `${ PATH }?token=${ TOKEN }` ) ).toBe(
		`${ PATH }?token=${ SHOWN }`
	);
} );

test.each( [
	`${ PATH }?token=${ encodeURIComponent( TOKEN ) }`,
	`${ PATH }?token=${ TOKEN }&token=${ TOKEN }`,
	`${ PATH }?a=1&TOKEN=${ TOKEN }`,
	`${ PATH }?token[]=${ TOKEN }`,
	`${ PATH }?t%6Fken=${ TOKEN }`,
	`${ PATH }&token=${ TOKEN }`,
	`${ PATH }%3Ftoken=${ TOKEN }`,
	`${ PATH }/${ TOKEN }`,
	`${ PATH }?${ TOKEN }`,
	`${ PATH }?url=http://a/?token=${ encodeURIComponent( TOKEN ) }`,
	`http://user:${ TOKEN }@127.0.0.1${ PATH }?token=${ TOKEN }`,
] )( 'a token in an address is never stored: %s', ( url ) => {
	const masked = maskUrl( url );
	expect( masked ).not.toContain( TOKEN.slice( 0, 12 ) );
	expect( masked ).toContain( '••••' );
} );

test( 'a short token in an address is masked as a whole', () => {
	expect( maskUrl( `${ PATH }?token=abcdefgh` ) ).toBe(
		`${ PATH }?token=••••`
	);
} );

test.each( [ 'value', 'VAL', 'v%61lue' ] )(
	'a token in an address keeps nothing of a value that came as %s',
	( name ) => {
		expect( maskUrl( `/v1/x?${ name }=hush-hush-hush-hush` ) ).toBe(
			`/v1/x?${ name }=••••`
		);
	}
);

test( 'an address of shell variables is stored without its query', () => {
	const url = '/v1/x/shellVariables?DBP=hush&hush';
	expect( maskUrl( url ) ).toBe( '/v1/x/shellVariables?••••' );
} );

test( 'addresses without tokens keep their queries', () => {
	const url = '/v1/x?pageSize=5&orderBy=createTime%20desc';
	expect( maskUrl( url ) ).toBe( url );
} );

test.each( [
	'Authorization',
	'cookie',
	'Set-Cookie',
	'Proxy-Authorization',
	'X-Api-Key',
	'x-webhook-signature',
] )( 'the header %s is never kept', ( name ) => {
	expect( maskHeader( name, 'secret' ) ).toBe( '••••' );
} );

test( 'a header that quotes a webhook address loses its token', () => {
	expect( maskHeader( 'referer', `http://a/?token=${ TOKEN }` ) ).toBe(
		`http://a/?token=${ SHOWN }`
	);
} );

test.each( [
	[ [ { key: 'A', value: 'hush' } ] ],
	[ { A: 'hush' } ],
	[ [ 'A=hush' ] ],
	[ 'hush' ],
	[ [ [ { deep: { value: 'hush' } } ] ] ],
] )( 'a body never shows values of shell variables: %j', ( shellVariables ) => {
	const text = maskBody( { displayName: 'P', shellVariables } );
	expect( text ).not.toContain( 'hush' );
	expect( text ).toContain( '"displayName":"P"' );
} );

test( 'a body keeps the names of shell variables', () => {
	const shellVariables = [ { key: 'API_URL', value: 'hush' } ];
	expect( maskBody( { shellVariables } ) ).toBe(
		'{"shellVariables":[{"key":"API_URL","value":"••••"}]}'
	);
} );

test.each( [
	{ key: 'DBP', value: 'hush' },
	{ name: 'DBP', value: 'hush' },
	{ Key: 'DBP', VALUE: 'hush' },
	{ key: 'DBP', val: [ 'hush' ] },
] )( 'a body never shows a value beside a name: %j', ( variable ) => {
	const text = maskBody( { variables: [ variable ] } );
	expect( text ).not.toContain( 'hush' );
	expect( text ).toContain( 'DBP' );
} );

test( 'a body never shows a text in place of a shell variable’s name that cannot be one', () => {
	const shellVariables = [ { key: 'DBP=hush', value: '' } ];
	expect( maskBody( { shellVariables } ) ).not.toContain( 'hush' );
	expect( maskBody( { shellVariables: { 'DBP=hush': 1 } } ) ).toBe(
		'{"shellVariables":{"••••":"••••"}}'
	);
} );

test.each( [
	{ set: [ { key: 'DBP', value: 'hush' } ] },
	{ set: { DBP: 'hush' } },
	{ Set: [ { key: 'DBP', value: 'hush' } ] },
	[ { key: 'DBP', value: 'hush' } ],
	{ DBP: 'hush' },
	{ DBP: [ 'hush' ] },
] )( 'a body of shell variables shows only names: %j', ( body ) => {
	for ( const path of [
		'/v1/a/shellVariables',
		'/v1/a/shellVariables/',
		'/v1/a/shellvariables/DBP',
	] ) {
		const text = maskBody( body, path );
		expect( text ).not.toContain( 'hush' );
		expect( text ).toContain( 'DBP' );
	}
} );

test.each( [
	{ DBP: 'hush' },
	{ variables: { DBP: 'hush' } },
	{ env: [ 'DBP=hush' ] },
	{ displayName: { DBP: 'hush' } },
] )( 'a body of an environment shows only its settings: %j', ( body ) => {
	for ( const path of [ '/v1/a/environments', '/v1/a/environments/e' ] ) {
		const text = maskBody( { branch: 'main', ...body }, path );
		expect( text ).not.toContain( 'hush' );
		expect( text ).toContain( '"branch":"main"' );
	}
} );

test( 'a body never shows passwords', () => {
	expect( maskBody( { id: 'sam', password: 'hush' } ) ).toBe(
		'{"id":"sam","password":"••••"}'
	);
} );

test( 'a body never shows webhook addresses', () => {
	expect( maskAnswer( `{"rebuild":"http://a/?token=${ TOKEN }"}` ) ).toBe(
		`{"rebuild":"http://a/?token=${ SHOWN }"}`
	);
} );

test( 'a body that is not JSON loses its tokens too', () => {
	expect( maskAnswer( `see ?token=${ TOKEN }` ) ).toBe(
		`see ?token=${ SHOWN }`
	);
} );

test.each( [
	[ 'deep', `${ '{"a":'.repeat( 50_000 ) }1${ '}'.repeat( 50_000 ) }` ],
	[
		'deep in variables',
		`{"shellVariables":${ '['.repeat( 50_000 ) }${ ']'.repeat( 50_000 ) }}`,
	],
	[ 'long', `[${ '1,'.repeat( 100_000 ) }1]` ],
	[
		'wide',
		JSON.stringify(
			Object.fromEntries(
				Array.from( { length: 50_000 }, ( _, i ) => [ i, i ] )
			)
		),
	],
	[ 'of one text', JSON.stringify( 'x'.repeat( 500_000 ) ) ],
] )( 'a body that is %s is cut', ( _what, text ) => {
	expect( maskBody( JSON.parse( text ) ).length ).toBeLessThan( 30_000 );
} );

test( 'a text of many token names takes no longer than its length', () => {
	const begun = process.threadCpuUsage();
	maskTokens( 'token='.repeat( 50_000 ) );
	maskTokens( 'a'.repeat( 300_000 ) + '=' );
	expect( process.threadCpuUsage( begun ).user ).toBeLessThan( 1_000_000 );
} );
