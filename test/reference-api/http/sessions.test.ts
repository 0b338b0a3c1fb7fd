import { expect, test } from 'vitest';
import { Sessions } from '../../../src/reference-api/http/sessions.ts';

const HOUR_MS = 60 * 60 * 1000;

function makeSessions() {
	const clock = { time: Date.UTC( 2030, 0, 1 ) };
	const sessions = new Sessions( () => new Date( clock.time ) );
	return { sessions, clock };
}

const codeOf = ( link: string ) => link.replace( /^.*code=/, '' );

test( 'a link signs in the user whom it was made for, once', () => {
	const { sessions } = makeSessions();
	const code = codeOf( sessions.createLink( 'sam' ) );
	const session = sessions.enter( code );
	expect( sessions.userOf( session ?? '' ) ).toBe( 'sam' );
	expect( sessions.enter( code ) ).toBeNull();
} );

test( 'a link that is older than a day does not sign in', () => {
	const { sessions, clock } = makeSessions();
	const code = codeOf( sessions.createLink( 'sam' ) );
	clock.time += 25 * HOUR_MS;
	expect( sessions.enter( code ) ).toBeNull();
} );

test( 'a session ends after twelve hours without use, not before', () => {
	const { sessions, clock } = makeSessions();
	const id = sessions.open( 'sam' );
	for ( let hours = 0; hours < 30; hours += 11 ) {
		clock.time += 11 * HOUR_MS;
		expect( sessions.userOf( id ) ).toBe( 'sam' );
	}
	clock.time += 13 * HOUR_MS;
	expect( sessions.userOf( id ) ).toBeNull();
} );

test( 'a session that is ended, or was never opened, is nobody’s', () => {
	const { sessions } = makeSessions();
	const id = sessions.open( 'sam' );
	sessions.end( id );
	for ( const cookie of [ id, '', 'made-up', undefined ] ) {
		expect( sessions.userOf( cookie ) ).toBeNull();
	}
} );

test( 'many links push out the oldest only', () => {
	const { sessions } = makeSessions();
	const first = codeOf( sessions.createLink( 'sam' ) );
	const second = codeOf( sessions.createLink( 'sam' ) );
	for ( let count = 2; count <= 100; count++ ) {
		sessions.createLink( 'sam' );
	}
	expect( sessions.enter( first ) ).toBeNull();
	expect( sessions.enter( second ) ).not.toBeNull();
} );

test( 'many sessions push out those that were not used for longest', () => {
	const { sessions } = makeSessions();
	const used = sessions.open( 'sam' );
	const unused = sessions.open( 'sam' );
	for ( let count = 2; count <= 1000; count++ ) {
		expect( sessions.userOf( used ) ).toBe( 'sam' );
		sessions.open( 'kim' );
	}
	expect( sessions.userOf( used ) ).toBe( 'sam' );
	expect( sessions.userOf( unused ) ).toBeNull();
} );

test( 'a user who is signed out has no session and no link left, others have', () => {
	const { sessions } = makeSessions();
	const codes = [ 'sam', 'kim' ].map( ( id ) =>
		codeOf( sessions.createLink( id ) )
	);
	const opened = [ 'sam', 'sam', 'kim' ].map( ( id ) => sessions.open( id ) );
	sessions.endOf( 'sam' );
	expect( opened.map( ( id ) => sessions.userOf( id ) ) ).toEqual( [
		null,
		null,
		'kim',
	] );
	const [ sams, kims ] = codes.map( ( code ) => sessions.enter( code ) );
	expect( sams ).toBeNull();
	expect( sessions.userOf( kims ?? '' ) ).toBe( 'kim' );
} );
