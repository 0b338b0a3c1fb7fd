import { Icon } from '@wordpress/components';
import { error as errorIcon } from '@wordpress/icons';

/** What is wrong with a field, to stand below it. */
export function FieldError( { text }: { text: string } ) {
	return (
		<span className="headless-deploy-field__error">
			<Icon icon={ errorIcon } size={ 20 } />
			<span>{ text }</span>
		</span>
	);
}
