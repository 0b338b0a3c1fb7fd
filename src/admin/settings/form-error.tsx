import { Notice } from '@wordpress/components';

/**
 * Says what went wrong with a form as a whole.
 *
 * @param props
 * @param props.words
 */
export function FormError( { words }: { words: string } ) {
	return (
		<Notice
			className="headless-deploy-notice"
			status="error"
			isDismissible={ false }
		>
			{ words }
		</Notice>
	);
}
