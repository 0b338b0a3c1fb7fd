<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Schedules;

/**
 * How often a schedule runs, with the values of the REST API.
 */
enum Frequency: string {
	case Hourly  = 'hourly';
	case Daily   = 'daily';
	case Weekly  = 'weekly';
	case Monthly = 'monthly';

	public function label(): string {
		return match ( $this ) {
			self::Hourly  => __( 'every hour', 'headless-deploy' ),
			self::Daily   => __( 'every day', 'headless-deploy' ),
			self::Weekly  => __( 'every week', 'headless-deploy' ),
			self::Monthly => __( 'every month', 'headless-deploy' ),
		};
	}
}
