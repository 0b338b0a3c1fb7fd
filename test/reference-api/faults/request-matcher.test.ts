import { describe, expect, test } from 'vitest';
import {
	webhookActionOf,
	matchesRule,
	isApiCall,
	matchesPath,
	pathOfUrl,
} from '../../../src/reference-api/faults/request-matcher.ts';

const WEBHOOK = '/wh/v1/accounts/a/apps/b/environments/c/webhooks/webhook:';

describe( 'a path pattern', () => {
	test.each( [
		[ '*', '/anything/at/all' ],
		[ '/wh/v1/*', '/wh/v1/accounts/acme' ],
		[ '*:upload', '/fu/v1/accounts/a/apps/b/environments/c:upload' ],
		[ '/accounts/*/usage*', '/accounts/1/usage/refresh_disk_usage' ],
		[ '/accounts/*/usage*', '/accounts/1/usage' ],
		[ '/v1/regions', '/v1/regions' ],
		[ '/a*a*a', '/aaa' ],
		[ '**', '/' ],
	] )( '%s matches %s', ( pattern, path ) => {
		expect( matchesPath( pattern, path ) ).toBe( true );
	} );

	test.each( [
		[ '/wh/v1/*', '/v1/wh/v1/' ],
		[ '*:upload', '/fu/v1/x:uploads' ],
		[ '/v1/regions', '/v1/regions/' ],
		[ '/a*a*a', '/aa' ],
		[ '/ab*b', '/ab' ],
		[ '', '/' ],
		[ '/v1/[a-z]*', '/v1/a' ],
	] )( '%s does not match %s', ( pattern, path ) => {
		expect( matchesPath( pattern, path ) ).toBe( false );
	} );

	test( 'matching a pattern of many stars takes time in proportion to its length', () => {
		const pattern = `/${ '*a'.repeat( 400 ) }b`;
		const path = `/${ 'a'.repeat( 4000 ) }`;
		const begun = process.threadCpuUsage();
		expect( matchesPath( pattern, path ) ).toBe( false );
		expect( process.threadCpuUsage( begun ).user ).toBeLessThan(
			1_000_000
		);
	} );

	test( 'compares 3000 paths with a long pattern in less than a second', () => {
		const as = 'a'.repeat( 490 );
		const path = `/${ 'a'.repeat( 4000 ) }`;
		const begun = process.threadCpuUsage();
		for ( let count = 0; count < 3000; count++ ) {
			matchesPath( `*${ as }b${ as }*`, path );
		}
		expect( process.threadCpuUsage( begun ).user ).toBeLessThan(
			1_000_000
		);
		expect( matchesPath( `*b${ as }*`, `/${ as }b${ as }c` ) ).toBe( true );
		expect( matchesPath( `*${ as }b*`, `/${ as }${ as }bc` ) ).toBe( true );
		expect( matchesPath( `*${ as }b*`, `/b${ as }${ as }` ) ).toBe( false );
	} );
} );

test.each( [
	[ '/v1/regions?a=/b', '/v1/regions' ],
	[ '/wh/webhook%3Arebuild?token=x', '/wh/webhook:rebuild' ],
	[ 'http://127.0.0.1:1/v1/regions?x', '/v1/regions' ],
	[ '/v1/%zz', '/v1/%zz' ],
] )( 'the path of %s is %s', ( url, path ) => {
	expect( pathOfUrl( url ) ).toBe( path );
} );

test.each( [
	'/',
	'/portal',
	'/portal/faults',
	'/%70ortal/x',
	'/_local/faults',
	'/openapi.json',
	'http://127.0.0.1/_local/faults',
] )( 'a path belongs to the platform itself: %s', ( url ) => {
	expect( isApiCall( pathOfUrl( url ) ) ).toBe( false );
} );

test.each( [ '/v1/regions', '/wh/v1/x', '/portals', '/_locals', '/no' ] )(
	'a path belongs to the API: %s',
	( url ) => {
		expect( isApiCall( pathOfUrl( url ) ) ).toBe( true );
	}
);

describe( 'a rule', () => {
	const rule = { path: '/wh/*', method: 'POST', action: 'rebuild' } as const;

	test( 'matches only its own method, path and action', () => {
		const path = `${ WEBHOOK }rebuild`;
		expect( matchesRule( rule, { method: 'POST', path } ) ).toBe( true );
		expect( matchesRule( rule, { method: 'GET', path } ) ).toBe( false );
		const other = { method: 'POST', path: `${ WEBHOOK }purgeCache` };
		expect( matchesRule( rule, other ) ).toBe( false );
		expect( matchesRule( { ...rule, action: '' }, other ) ).toBe( true );
	} );

	test( 'finds actions only in webhook URLs', () => {
		expect( webhookActionOf( `${ WEBHOOK }cleanRebuild` ) ).toBe(
			'cleanRebuild'
		);
		expect( webhookActionOf( `${ WEBHOOK }other` ) ).toBe( '' );
		expect( webhookActionOf( '/v1/webhook:rebuild' ) ).toBe( '' );
	} );
} );
