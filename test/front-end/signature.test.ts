import { expect, test } from 'vitest';
import {
	importSecrets,
	isSigned,
	sign,
} from '../../src/front-end/signature.ts';
import golden from '../contract/refresh-signatures.json' with { type: 'json' };

const messages = [
	...golden.requests,
	...golden.feed.map( ( { payload, ...rest } ) => ( {
		...rest,
		body: payload,
	} ) ),
].map( ( { timestamp, ...rest } ) => ( {
	...rest,
	timestamp: String( timestamp ),
} ) );

test.each( messages )( 'signs as WordPress does: $name', async ( message ) => {
	const signatures = await Promise.all(
		message.secrets.map( async ( secret ) =>
			sign( ( await importSecrets( secret ) )[ 0 ]!, message )
		)
	);
	expect( signatures.join( ' ' ) ).toBe( message.signature );
} );

test.each( messages )(
	'accepts each secret of a message: $name',
	async ( message ) => {
		for ( const secret of message.secrets ) {
			const keys = await importSecrets( secret );
			expect( await isSigned( keys, message, message.signature ) ).toBe(
				true
			);
		}
	}
);

const [ message ] = messages;

test.each( [
	[ 'the id', { id: 'run-2' } ],
	[ 'the timestamp', { timestamp: '1614265331' } ],
	[ 'the body', { body: '{"test": 2432232315}' } ],
] )( 'rejects a message if %s was changed', async ( _name, change ) => {
	const keys = await importSecrets( message!.secrets[ 0 ] );
	expect(
		await isSigned( keys, { ...message!, ...change }, message!.signature )
	).toBe( false );
} );

test.each( [
	[ 'is empty', '' ],
	[ 'is not base64', 'v1,***' ],
	[ 'has no version', message!.signature.slice( 3 ) ],
	[ 'has another version', message!.signature.replace( 'v1', 'v1a' ) ],
	[ 'is truncated', message!.signature.slice( 0, -4 ) ],
	[
		'follows more signatures than a sender has',
		`${ 'v1,AAAA '.repeat( 8 ) }${ message!.signature }`,
	],
] )( 'rejects a signature that %s', async ( _name, signature ) => {
	const keys = await importSecrets( message!.secrets[ 0 ] );
	expect( await isSigned( keys, message!, signature ) ).toBe( false );
} );

test( 'finds the valid signature among others', async () => {
	const keys = await importSecrets( message!.secrets[ 0 ] );
	expect(
		await isSigned(
			keys,
			message!,
			`v1,*** v1,AAAA ${ message!.signature }`
		)
	).toBe( true );
} );
