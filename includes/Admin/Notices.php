<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

/**
 * Tells those who can mend it what does not mend itself, until they put it aside: what the database has lost everywhere,
 * all else on the dashboard and the list of plugins alone.
 *
 * @phpstan-import-type Trouble from Problems
 */
final class Notices {
	private const SCREENS = array( 'dashboard', 'plugins' );

	/**
	 * @param Problems          $troubles What is to be mended.
	 * @param Database_Problems $database What the database has lost.
	 */
	public function __construct(
		private readonly Problems $troubles,
		private readonly Database_Problems $database,
	) {}

	/**
	 * Prints the notices. Hooked to `admin_notices`.
	 */
	public function print_notices(): void {
		$here = in_array( get_current_screen()?->id, self::SCREENS, true ) ? $this->troubles->all() : array();
		foreach ( array( ...$this->database->all(), ...$here ) as $trouble ) {
			if ( ! Dismissals::has( $trouble['kind'], $trouble['signature'] ) ) {
				$this->print_notice( $trouble );
			}
		}
	}

	/**
	 * Prints a notice.
	 *
	 * @param Trouble $trouble
	 */
	private function print_notice( array $trouble ): void {
		$links = sprintf(
			'<a href="%1$s">%2$s</a> | <a href="%3$s">%4$s</a>',
			esc_url( $trouble['url'] ),
			esc_html( $trouble['link'] ),
			esc_url( Dismissals::url( $trouble['kind'], $trouble['signature'] ) ),
			esc_html__( 'Dismiss until the status changes', 'headless-deploy' ),
		);
		wp_admin_notice(
			sprintf( '<p><strong>%1$s</strong> %2$s</p><p>%3$s</p>', esc_html__( 'Headless Deploy:', 'headless-deploy' ), esc_html( $trouble['text'] ), $links ),
			array(
				'type'               => $trouble['type'],
				'paragraph_wrap'     => false,
				'additional_classes' => array( 'headless-deploy-notice' ),
			),
		);
	}
}
