import { expect, test } from 'vitest';
import { Sessions } from '../../../src/reference-api/http/sessions.ts';

const HOUR_MS = 60 * 60 * 1000;

function makeSessions() {
	const clock = { time: Date.UTC( 2030, 0, 1 ) };
	const sessions = new Sessions( {
		user: 'sam',
		password: 'pass:wörd',
		now: () => new Date( clock.time ),
	} );
	return { sessions, clock };
}

const codeOf = ( link: string ) => link.replace( /^.*code=/, '' );

test( 'a link that is older than a day does not sign in', () => {
	const { sessions, clock } = makeSessions();
	const code = codeOf( sessions.createLink() );
	clock.time += 25 * HOUR_MS;
	expect( sessions.enter( code ) ).toBeNull();
} );

test( 'a session ends after twelve hours without use, not before', () => {
	const { sessions, clock } = makeSessions();
	const id = sessions.open();
	for ( let hours = 0; hours < 30; hours += 11 ) {
		clock.time += 11 * HOUR_MS;
		expect( sessions.isOpen( id ) ).toBe( true );
	}
	clock.time += 13 * HOUR_MS;
	expect( sessions.isOpen( id ) ).toBe( false );
} );

test( 'many links push out the oldest only', () => {
	const { sessions } = makeSessions();
	const first = codeOf( sessions.createLink() );
	const second = codeOf( sessions.createLink() );
	for ( let count = 2; count <= 100; count++ ) {
		sessions.createLink();
	}
	expect( sessions.enter( first ) ).toBeNull();
	expect( sessions.enter( second ) ).not.toBeNull();
} );

test( 'a password may hold a colon and any letters', () => {
	const { sessions } = makeSessions();
	const header = ( text: string ) =>
		`Basic ${ Buffer.from( text ).toString( 'base64' ) }`;
	expect( sessions.acceptsHeader( header( 'sam:pass:wörd' ) ) ).toBe( true );
	expect( sessions.acceptsHeader( header( 'sam:pass' ) ) ).toBe( false );
	expect( sessions.acceptsHeader( undefined ) ).toBe( false );
} );
