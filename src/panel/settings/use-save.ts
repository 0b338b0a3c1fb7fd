import { __, sprintf } from '../../ui/i18n.ts';
import {
	errorCode,
	errorMessage,
	type RestError,
} from '../../shared/errors.ts';
import { UNREADABLE } from '../../live/request.ts';
import { errorText } from '../../live/labels/refusal.ts';
import { type Task, useTask } from '../../ui/use-task.ts';

const PRECONDITION_FAILED = 412;

export interface SaveError {
	message: string;
	/** Empty if there was no response. */
	code: string;
	/** Messages by field. */
	fields: Record< string, string >;
	/** Whether another user saved the same settings first. */
	isConflict: boolean;
	/** Data of the error: after a conflict, the newest version. */
	data: NonNullable< RestError[ 'data' ] >;
}

/** Saving a form: `save` returns whether it was saved. */
export interface Save extends Omit< Task< SaveError >, 'run' > {
	save: Task< SaveError >[ 'run' ];
}

/** The error codes for a response that is missing or did not come from WordPress. */
const WITHOUT_ANSWER = /^(?:fetch_error|offline_error|invalid_json|http_\d+)$/;

function messageOf( refusal: unknown, code: string ): string {
	// If the response cannot be read, it is unknown whether something was saved.
	const message =
		code === UNREADABLE
			? errorMessage( refusal, '' )
			: errorText(
					refusal,
					__(
						'WordPress did not respond. Your changes may not be saved.',
						'headless-deploy'
					)
				);
	return WITHOUT_ANSWER.test( code )
		? sprintf(
				/* translators: %s: what went wrong, in a sentence. */
				__(
					'%s Your entries are still on this page. Try again.',
					'headless-deploy'
				),
				message
			)
		: message;
}

function saveErrorOf( refusal: unknown ): SaveError {
	const data = ( refusal as Partial< RestError > | null )?.data;
	const code = errorCode( refusal );
	const message = messageOf( refusal, code );
	return {
		message,
		code,
		fields: data?.params ?? {},
		isConflict: data?.status === PRECONDITION_FAILED,
		data: data ?? {},
	};
}

/** The error for two headers of the same name: one JSON object cannot carry both, so the server never sees it. */
export function headerTwiceError(): SaveError {
	const message = __(
		'Two headers have the same name. Use each name only once.',
		'headless-deploy'
	);
	return {
		message,
		code: 'headless_deploy_header_twice',
		fields: { headers: message },
		isConflict: false,
		data: {},
	};
}

/** Saves a form, one request at a time, and keeps the error. */
export function useSave(): Save {
	const { run: save, ...task } = useTask( saveErrorOf );
	return { ...task, save };
}
