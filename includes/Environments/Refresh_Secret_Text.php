<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Site_Time;

/**
 * Says what to do about a refresh secret that the front end has not accepted yet, for Connections and Site Health.
 */
final class Refresh_Secret_Text {
	/**
	 * @param int $now Milliseconds since 1970.
	 */
	public static function of( Refresh_Target $target, int $now ): string {
		if ( ! $target->is_secret_unused() || ! $target->has_url() ) {
			return '';
		}
		$text = null === $target->previous_valid_until( $now )
			/* translators: %s: date and time. */
			? __( 'The front end has not accepted the new refresh secret yet, and the previous one ended on %s. Set the new secret in the front end, and deploy the front end.', 'headless-deploy' )
			/* translators: %s: date and time. */
			: __( 'The front end has not accepted the new refresh secret yet. Set it in the front end and deploy the front end before %s, when the previous secret ends.', 'headless-deploy' );
		return sprintf( $text, Site_Time::date_and_time( intdiv( $target->previous_ends_at(), 1000 ) ) );
	}
}
