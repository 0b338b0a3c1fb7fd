import { expect, test } from 'vitest';
import { html } from '../../../src/reference-api/portal/html.ts';

test( 'escapes every value, in text and in attributes', () => {
	const evil = `<script>"'&`;
	expect( html`<a title="${ evil }">${ evil }</a>`.markup ).toBe(
		'<a title="&lt;script&gt;&quot;&#39;&amp;">&lt;script&gt;&quot;&#39;&amp;</a>'
	);
} );

test( 'takes HTML and lists as they are, and leaves out what is nothing', () => {
	const item = ( name: string ) => html`<li>${ name }</li>`;
	const list = [ item( 'a' ), [ item( '<b>' ), '&' ] ];
	expect(
		html`${ list }${ null }${ undefined }${ false }${ 0 }`.markup
	).toBe( '<li>a</li><li>&lt;b&gt;</li>&amp;0' );
} );
