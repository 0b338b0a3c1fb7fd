import { expect, test } from 'vitest';
import { createWordPress } from '../../src/front-end/wordpress.ts';
import { json, makeFakeWordPress } from './fake-wordpress.ts';
import { aChange, bodyOf, signedRequest } from './signed-request.ts';

test( 'a refresh request makes the pages that it follows current', async () => {
	const fake = makeFakeWordPress();
	fake.feed = () => new Error( 'ECONNREFUSED' );
	fake.rest = () => json( {}, { headers: { 'cache-groups': '"post-1"' } } );
	const wordpress = createWordPress( fake.options );
	expect( await wordpress.catchUp() ).toBe( false );
	const answer = await wordpress.refresh(
		signedRequest( { body: bodyOf( aChange() ) } )
	);
	// The front end does not know what it missed.
	expect( answer.headers.get( 'cache-group-invalidation' ) ).toBe( '"all"' );
	const page = wordpress.page();
	await page.fetch( 'wp/v2/posts/1' );
	expect( page.maxAge ).toBe( 3_600 );
} );
