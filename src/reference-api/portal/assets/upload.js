/**
 * Uploads: a zip is chosen or dropped anywhere on an environment's page, judged before it is sent, and told how far
 * it is.
 */
/* global addEventListener, location, removeEventListener, XMLHttpRequest */
import { alarm, badNotice, find, say } from './dom.js';

const MEBIBYTE = 1024 * 1024;
const MEGABYTE = 1e6;

const form = find( '[data-upload]' );

/** The request on its way, or null. */
let sending = null;

function showNotice( lead, words ) {
	find( '.notice', form.parentElement )?.remove();
	if ( words ) {
		form.closest( '[data-upload-place]' )?.removeAttribute( 'hidden' );
		form.before( badNotice( lead, words ) );
		form.classList.add( 'refused' );
	}
}

const askBeforeLeaving = ( event ) => event.preventDefault();

function showSending( isSending ) {
	form.closest( '[data-upload-place]' )?.toggleAttribute(
		'hidden',
		! isSending
	);
	form.classList.toggle( 'busy', isSending );
	form.classList.remove( 'refused' );
	find( '[data-progress]', form ).hidden = ! isSending;
	find( '[data-upload-cancel]', form ).hidden = ! isSending;
	if ( isSending ) {
		addEventListener( 'beforeunload', askBeforeLeaving );
	} else {
		removeEventListener( 'beforeunload', askBeforeLeaving );
	}
}

function megabytes( bytes ) {
	return ( bytes / MEGABYTE ).toFixed( 1 );
}

function timeLeft( share, startedAt ) {
	const elapsed = ( Date.now() - startedAt ) / 1000;
	const seconds = Math.ceil( ( elapsed / share ) * ( 1 - share ) );
	return seconds < 60
		? `${ seconds } s`
		: `${ Math.ceil( seconds / 60 ) } min`;
}

function showProgress( { loaded, total }, startedAt ) {
	const share = total === 0 ? 0 : loaded / total;
	find( 'progress', form ).value = share;
	find( '[data-progress-words]', form ).textContent =
		share === 1
			? 'Unpacking and checking'
			: `${ megabytes( loaded ) } of ${ megabytes( total ) } MB, about ${ timeLeft( share, startedAt ) } left`;
}

/**
 * Finds why a file need not be sent at all.
 *
 * @param {File} file The file.
 * @return {string} Empty if it may be sent.
 */
function whyNot( file ) {
	const { maxBytes, limit } = form.dataset;
	if ( ! file.name.toLowerCase().endsWith( '.zip' ) ) {
		return 'It is no zip. Zip the folder that holds package.json, then drop it again.';
	}
	if ( file.size === 0 ) {
		return 'It is empty.';
	}
	return file.size > Number( maxBytes )
		? `It is ${ ( Math.ceil( ( 10 * file.size ) / MEBIBYTE ) / 10 ).toLocaleString( 'en' ) } MiB, the limit is ${ limit }. Leave node_modules and build results out.`
		: '';
}

function refuse( name, words ) {
	sending = null;
	showSending( false );
	// What was said last is not true any more.
	say( '' );
	showNotice( `${ name } was not deployed.`, words );
	form.reset();
}

function send( file ) {
	const body = new FormData();
	body.append( 'repository', file );
	const request = new XMLHttpRequest();
	const startedAt = Date.now();
	let sent = 0;
	request.open( 'POST', form.action );
	request.setRequestHeader( 'Accept', 'application/json' );
	request.responseType = 'json';
	request.upload.onprogress = ( event ) => {
		sent = event.loaded;
		showProgress( event, startedAt );
	};
	request.onload = () => {
		const { location: next, message } = request.response ?? {};
		if ( next ) {
			removeEventListener( 'beforeunload', askBeforeLeaving );
			location.assign( next );
		} else {
			refuse( file.name, message ?? 'The platform did not say why.' );
		}
	};
	request.onerror = () =>
		refuse(
			file.name,
			`The connection was lost at ${ megabytes( sent ) } MB. Nothing was deployed. Upload it again.`
		);
	request.onabort = () => {
		sending = null;
		showSending( false );
		form.reset();
		say( 'Upload cancelled. Nothing was deployed.' );
	};
	request.send( body );
	return request;
}

function upload( file ) {
	if ( sending ) {
		alarm( 'Another upload is on its way. Wait for it, or cancel it.' );
		return;
	}
	showNotice( '', '' );
	const reason = whyNot( file );
	if ( reason !== '' ) {
		refuse( file.name, reason );
		return;
	}
	find( '[data-progress-name]', form ).textContent = file.name;
	find( '[data-progress-words]', form ).textContent = '';
	find( 'progress', form ).value = 0;
	showSending( true );
	say( `Uploading ${ file.name }.` );
	sending = send( file );
}

/* Dropping */

let depth = 0;

function hasFiles( event ) {
	return event.dataTransfer?.types.includes( 'Files' ) ?? false;
}

function setDepth( value ) {
	depth = Math.max( 0, value );
	document.body.classList.toggle( 'dropping', depth > 0 );
	document.body.dataset.dropping = `Drop to deploy to ${ form.dataset.target }`;
}

function watchDrops() {
	addEventListener( 'dragenter', ( event ) => {
		if ( hasFiles( event ) ) {
			setDepth( depth + 1 );
		}
	} );
	addEventListener( 'dragleave', ( event ) => {
		if ( hasFiles( event ) ) {
			setDepth( depth - 1 );
		}
	} );
	addEventListener( 'dragover', ( event ) => {
		if ( hasFiles( event ) ) {
			event.preventDefault();
		}
	} );
	addEventListener( 'drop', ( event ) => {
		if ( ! hasFiles( event ) ) {
			return;
		}
		event.preventDefault();
		setDepth( 0 );
		const [ file ] = event.dataTransfer.files;
		if ( file ) {
			upload( file );
		}
	} );
}

if ( form ) {
	watchDrops();
	find( '[data-upload-cancel]', form ).addEventListener( 'click', () =>
		sending?.abort()
	);
	find( 'input', form ).addEventListener( 'change', ( { target } ) => {
		const [ file ] = target.files;
		if ( file ) {
			upload( file );
		}
	} );
	document.addEventListener( 'click', ( event ) => {
		if ( event.target.closest( '[data-upload-button]' ) ) {
			event.preventDefault();
			find( 'input', form ).click();
		}
	} );
}
