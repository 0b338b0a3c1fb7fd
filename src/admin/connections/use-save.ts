import { useRef, useState } from '@wordpress/element';
import { __ } from '../i18n.ts';
import { errorCode } from '../../shared/errors.ts';
import type { RestError } from '../../shared/wire.ts';
import { refusalWords } from '../words/refusal.ts';

const PRECONDITION_FAILED = 412;

/** Why something was not saved. */
export interface SaveError {
	message: string;
	/** Words for single fields, by the name that the server has for them. */
	fields: Record< string, string >;
	/** Whether somebody else changed the same meanwhile. */
	conflict: boolean;
}

interface Save {
	busy: boolean;
	error: SaveError | null;
	/** Returns whether it was saved; a second call while the first is being answered does nothing. */
	save: ( work: () => Promise< void > ) => Promise< boolean >;
	forget: () => void;
}

/** The field that a refusal is about, by its code. */
const FIELD_OF_CODE: Record< string, string > = {
	headless_deploy_label_missing: 'label',
	headless_deploy_front_end_url_invalid: 'frontEndUrl',
};

function saveErrorOf( refusal: unknown ): SaveError {
	const data = ( refusal as Partial< RestError > | null )?.data;
	const message = refusalWords(
		refusal,
		__(
			'WordPress did not answer, so nothing was saved. What you typed is still here.',
			'headless-deploy'
		)
	);
	const field = FIELD_OF_CODE[ errorCode( refusal ) ];
	return {
		message,
		fields: field ? { [ field ]: message } : ( data?.params ?? {} ),
		conflict: data?.status === PRECONDITION_FAILED,
	};
}

/** Saves a form once per press, and keeps why it failed. */
export function useSave(): Save {
	const [ busy, setBusy ] = useState( false );
	const [ error, setError ] = useState< SaveError | null >( null );
	const locked = useRef( false );
	const save = async ( work: () => Promise< void > ) => {
		if ( locked.current ) {
			return false;
		}
		locked.current = true;
		setBusy( true );
		setError( null );
		try {
			await work();
			return true;
		} catch ( refusal ) {
			setError( saveErrorOf( refusal ) );
			return false;
		} finally {
			locked.current = false;
			setBusy( false );
		}
	};
	return { busy, error, save, forget: () => setError( null ) };
}
