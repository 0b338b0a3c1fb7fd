import { expect, test } from 'vitest';
import { Sessions } from '../../../src/reference-api/access/sessions.ts';

const HOUR_MS = 60 * 60 * 1000;
const SAM = { userId: 'sam', passwordHash: 'hash of sam' };
const KIM = { userId: 'kim', passwordHash: 'hash of kim' };

function makeSessions() {
	const clock = { time: Date.UTC( 2030, 0, 1 ) };
	const sessions = new Sessions( () => new Date( clock.time ) );
	return { sessions, clock };
}

const codeOf = ( link: string ) => link.replace( /^.*code=/, '' );

test( 'a link names the user whom it was made for, once', () => {
	const { sessions } = makeSessions();
	const code = codeOf( sessions.createLink( 'sam' ) );
	expect( sessions.useLink( code ) ).toBe( 'sam' );
	expect( sessions.useLink( code ) ).toBeNull();
} );

test( 'a link that is older than a day does not sign in', () => {
	const { sessions, clock } = makeSessions();
	const code = codeOf( sessions.createLink( 'sam' ) );
	clock.time += 25 * HOUR_MS;
	expect( sessions.useLink( code ) ).toBeNull();
} );

test( 'a session ends after twelve hours without use, not before', () => {
	const { sessions, clock } = makeSessions();
	const id = sessions.open( SAM );
	for ( let hours = 0; hours < 30; hours += 11 ) {
		clock.time += 11 * HOUR_MS;
		expect( sessions.holderOf( id ) ).toEqual( SAM );
	}
	clock.time += 13 * HOUR_MS;
	expect( sessions.holderOf( id ) ).toBeNull();
} );

test( 'a session that has ended or was never opened has no user', () => {
	const { sessions } = makeSessions();
	const id = sessions.open( SAM );
	sessions.end( id );
	for ( const cookie of [ id, '', 'made-up', undefined ] ) {
		expect( sessions.holderOf( cookie ) ).toBeNull();
	}
} );

test( 'many links of a user push out the oldest of that user only', () => {
	const { sessions } = makeSessions();
	const kims = codeOf( sessions.createLink( 'kim' ) );
	const first = codeOf( sessions.createLink( 'sam' ) );
	const second = codeOf( sessions.createLink( 'sam' ) );
	for ( let count = 2; count <= 50; count++ ) {
		sessions.createLink( 'sam' );
	}
	expect( sessions.useLink( first ) ).toBeNull();
	expect( sessions.useLink( second ) ).toBe( 'sam' );
	expect( sessions.useLink( kims ) ).toBe( 'kim' );
} );

test( 'many sessions of a user push out those of that user that were not used for longest', () => {
	const { sessions } = makeSessions();
	const used = sessions.open( SAM );
	const unused = sessions.open( SAM );
	for ( let count = 2; count <= 50; count++ ) {
		expect( sessions.holderOf( used ) ).toEqual( SAM );
		sessions.open( SAM );
	}
	expect( sessions.holderOf( used ) ).toEqual( SAM );
	expect( sessions.holderOf( unused ) ).toBeNull();
} );

test( 'no number of sessions signs another user out', () => {
	const { sessions } = makeSessions();
	const sams = sessions.open( SAM );
	for ( let count = 0; count < 2000; count++ ) {
		sessions.open( KIM );
	}
	expect( sessions.holderOf( sams ) ).toEqual( SAM );
} );

test( 'a user who is signed out has no session and no link left, others have', () => {
	const { sessions } = makeSessions();
	const codes = [ 'sam', 'kim' ].map( ( id ) =>
		codeOf( sessions.createLink( id ) )
	);
	const opened = [ SAM, SAM, KIM ].map( ( who ) => sessions.open( who ) );
	sessions.endOf( 'sam' );
	expect( opened.map( ( id ) => sessions.holderOf( id ) ) ).toEqual( [
		null,
		null,
		KIM,
	] );
	expect( codes.map( ( code ) => sessions.useLink( code ) ) ).toEqual( [
		null,
		'kim',
	] );
} );
