import { expect, test } from 'vitest';
import {
	hasSignature,
	importSecrets,
	sign,
} from '../../src/front-end/signature.ts';
import type { Message } from '../../src/front-end/signature.ts';
import type { Secret } from '../../src/front-end/secret.ts';
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

async function isSigned(
	secret: Secret,
	message: Message,
	header: string
): Promise< boolean > {
	const keys = await importSecrets( secret );
	const valid = await Promise.all(
		keys.map( ( key ) => sign( key, message ) )
	);
	return hasSignature( valid, header );
}

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
			expect( await isSigned( secret, message, message.signature ) ).toBe(
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
	expect(
		await isSigned(
			message!.secrets,
			{ ...message!, ...change },
			message!.signature
		)
	).toBe( false );
} );

test.each( [
	[ 'is empty', '' ],
	[ 'is not base64', 'v1,***' ],
	[ 'has no version', message!.signature.slice( 3 ) ],
	[ 'has another version', message!.signature.replace( 'v1', 'v1a' ) ],
	[ 'is truncated', message!.signature.slice( 0, -4 ) ],
	[ 'has another last character', message!.signature.slice( 0, -2 ) + 'B=' ],
	[ 'has characters after it', `${ message!.signature }A` ],
] )( 'rejects a signature that %s', async ( _name, signature ) => {
	expect( await isSigned( message!.secrets, message!, signature ) ).toBe(
		false
	);
} );

test.each( [
	[ 'two others', 'v1,*** v1,AAAA ' ],
	[ 'more others than WordPress sends', 'v1,AAAA '.repeat( 20 ) ],
	[ 'one of another version', 'v1a,AAAA ' ],
] )( 'finds the valid signature after %s', async ( _name, others ) => {
	const header = others + message!.signature;
	expect( await isSigned( message!.secrets, message!, header ) ).toBe( true );
} );

test.each( [
	[ 'is not base64', 'whsec_***' ],
	[ 'is truncated', message!.secrets[ 0 ]!.slice( 0, -4 ) + 'A' ],
	[ 'is empty', '' ],
	[ 'has no key', 'whsec_' ],
	[ 'is missing', undefined ],
] )(
	'accepts the other secrets if one of them %s',
	async ( _name, damaged ) => {
		const secrets = [ damaged, ...message!.secrets ];
		expect( await isSigned( secrets, message!, message!.signature ) ).toBe(
			true
		);
		await expect( importSecrets( damaged ) ).rejects.toThrow(
			'HEADLESS_DEPLOY_REFRESH_SECRET is missing or damaged.'
		);
	}
);
