import '../browser.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DeferredDispatch } from '../../../src/panel/live/deferred-dispatch.ts';

let visibility: DocumentVisibilityState = 'visible';
let send: ReturnType< typeof vi.fn< () => void > >;
let deferredDispatch: DeferredDispatch;

function hide() {
	visibility = 'hidden';
	document.dispatchEvent( new Event( 'visibilitychange' ) );
}

function show() {
	visibility = 'visible';
	document.dispatchEvent( new Event( 'visibilitychange' ) );
}

function leavePage() {
	hide();
	window.dispatchEvent( new Event( 'pagehide' ) );
}

beforeEach( () => {
	visibility = 'visible';
	vi.spyOn( document, 'visibilityState', 'get' ).mockImplementation(
		() => visibility
	);
	send = vi.fn();
	deferredDispatch = new DeferredDispatch( send );
	deferredDispatch.start();
} );

afterEach( () => {
	deferredDispatch.stop();
	vi.restoreAllMocks();
} );

describe( 'a page that is left', () => {
	test( 'says nothing when nothing is pending', () => {
		leavePage();
		expect( send ).not.toHaveBeenCalled();
	} );

	test( 'says once that something is pending, though two events tell of it', () => {
		deferredDispatch.setPending( 'production/build/1' );
		leavePage();
		expect( send ).toHaveBeenCalledTimes( 1 );
	} );

	test( 'says it once however often the tab is hidden', () => {
		deferredDispatch.setPending( 'production/build/1' );
		hide();
		show();
		hide();
		expect( send ).toHaveBeenCalledTimes( 1 );
	} );

	test( 'says it again when another change has joined', () => {
		deferredDispatch.setPending( 'production/build/1' );
		hide();
		show();
		deferredDispatch.setPending( 'production/build/2' );
		leavePage();
		expect( send ).toHaveBeenCalledTimes( 2 );
	} );

	test( 'says it when something was published of which it knows nothing yet', () => {
		deferredDispatch.expect();
		leavePage();
		expect( send ).toHaveBeenCalledTimes( 1 );
	} );

	test( 'says nothing when the publish turned out to change nothing', () => {
		deferredDispatch.expect();
		deferredDispatch.setPending( '' );
		deferredDispatch.settle();
		leavePage();
		expect( send ).not.toHaveBeenCalled();
	} );

	test( 'says it once when the news arrive while it is hidden', () => {
		deferredDispatch.expect();
		hide();
		deferredDispatch.setPending( 'production/build/1' );
		deferredDispatch.settle();
		window.dispatchEvent( new Event( 'pagehide' ) );
		expect( send ).toHaveBeenCalledTimes( 1 );
	} );

	test( 'says it when the save ends after the tab was hidden', () => {
		hide();
		deferredDispatch.expect();
		expect( send ).toHaveBeenCalledTimes( 1 );
	} );
} );
