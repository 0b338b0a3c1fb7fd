import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DeferredDispatch } from '../../src/live/deferred-dispatch.ts';

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

describe( 'leaving the page', () => {
	test( 'sends nothing while nothing is pending', () => {
		leavePage();
		expect( send ).not.toHaveBeenCalled();
	} );

	test( 'sends one request for a pending run, although two events fire', () => {
		deferredDispatch.setPending( 'production/build/1' );
		leavePage();
		expect( send ).toHaveBeenCalledTimes( 1 );
	} );

	test( 'sends one request however often the tab is hidden', () => {
		deferredDispatch.setPending( 'production/build/1' );
		hide();
		show();
		hide();
		expect( send ).toHaveBeenCalledTimes( 1 );
	} );

	test( 'sends another request after another change joined the pending run', () => {
		deferredDispatch.setPending( 'production/build/1' );
		hide();
		show();
		deferredDispatch.setPending( 'production/build/2' );
		leavePage();
		expect( send ).toHaveBeenCalledTimes( 2 );
	} );

	test( 'sends a request after a publish whose run is not known yet', () => {
		deferredDispatch.expect();
		leavePage();
		expect( send ).toHaveBeenCalledTimes( 1 );
	} );

	test( 'sends nothing after a publish that changed nothing', () => {
		deferredDispatch.expect();
		deferredDispatch.setPending( '' );
		deferredDispatch.settle();
		leavePage();
		expect( send ).not.toHaveBeenCalled();
	} );

	test( 'sends one request when the run becomes known while the tab is hidden', () => {
		deferredDispatch.expect();
		hide();
		deferredDispatch.setPending( 'production/build/1' );
		deferredDispatch.settle();
		window.dispatchEvent( new Event( 'pagehide' ) );
		expect( send ).toHaveBeenCalledTimes( 1 );
	} );

	test( 'sends a request when a save ends after the tab was hidden', () => {
		hide();
		deferredDispatch.expect();
		expect( send ).toHaveBeenCalledTimes( 1 );
	} );
} );
