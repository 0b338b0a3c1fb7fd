/**
 * Forms that are sent without leaving the page, so that nothing typed is lost when they are refused; and the rows of
 * variables in the form of a new environment.
 */
/* global location */
import { badNotice, find, findAll } from './dom.js';

function showRefusal( form, message ) {
	find( '.refusal, .notice.bad', form )?.remove();
	const field = find( '[aria-invalid], input, select, textarea', form );
	const text = badNotice( '', message );
	text.id = 'form-refusal';
	text.classList.add( 'form-refusal' );
	if ( field ) {
		field.setAttribute( 'aria-invalid', 'true' );
		field.setAttribute( 'aria-describedby', text.id );
		field.closest( '.form-field' )?.append( text );
		field.focus();
	}
	if ( ! text.isConnected ) {
		form.prepend( text );
	}
}

async function send( form, submitter ) {
	const buttons = findAll( 'button', form );
	for ( const button of buttons ) {
		button.setAttribute( 'aria-disabled', 'true' );
	}
	try {
		const response = await fetch( form.action, {
			method: 'POST',
			headers: { accept: 'application/json' },
			body: new URLSearchParams( new FormData( form, submitter ) ),
		} );
		const answer = await response.json();
		if ( answer.location ) {
			location.assign( answer.location );
			return;
		}
		showRefusal( form, answer.message );
	} catch {
		showRefusal(
			form,
			'The platform did not answer. Nothing was changed. Try again.'
		);
	}
	for ( const button of buttons ) {
		button.removeAttribute( 'aria-disabled' );
	}
}

document.addEventListener( 'submit', ( event ) => {
	const { target, submitter } = event;
	const isBusy = submitter?.getAttribute( 'aria-disabled' ) === 'true';
	if ( isBusy ) {
		event.preventDefault();
	} else if ( target.matches( '[data-form], dialog form' ) ) {
		event.preventDefault();
		send( target, submitter );
	}
} );

/* Rows of variables */

function setNumber( row, number ) {
	for ( const input of findAll( 'input', row ) ) {
		const [ kind ] = input.name.split( '-' );
		input.name = `${ kind }-${ number }`;
		input.setAttribute(
			'aria-label',
			`${ kind === 'key' ? 'Key' : 'Value' } of variable ${ number }`
		);
	}
}

function addRow( box ) {
	const rows = findAll( '[data-row]', box );
	const spare = rows.find( ( row ) => row.hidden );
	const row = spare ?? rows[ 0 ].cloneNode( true );
	for ( const input of findAll( 'input', row ) ) {
		input.value = '';
	}
	setNumber( row, spare ? rows.indexOf( row ) + 1 : rows.length + 1 );
	row.hidden = false;
	rows.at( -1 ).after( row );
	find( 'input', row ).focus();
}

function removeRow( row ) {
	for ( const input of findAll( 'input', row ) ) {
		input.value = '';
	}
	const box = row.parentElement;
	row.hidden = true;
	find( '[data-add-row]', box ).focus();
}

for ( const row of findAll( '[data-spare]' ) ) {
	row.hidden = find( 'input', row ).value === '';
}

document.addEventListener( 'click', ( { target } ) => {
	if ( target.closest( '[data-add-row]' ) ) {
		addRow( target.closest( '[data-rows]' ) );
	} else if ( target.closest( '[data-remove-row]' ) ) {
		removeRow( target.closest( '[data-row]' ) );
	}
} );
