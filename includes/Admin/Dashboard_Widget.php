<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

use HeadlessDeploy\Action;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Status\Environment_Entry;
use HeadlessDeploy\Status\Environment_Status;
use HeadlessDeploy\Time_Format;

/**
 * The dashboard widget: the status of each environment, with one button. The buttons are links to the panel, until the
 * script makes them start runs.
 */
final class Dashboard_Widget {
	public const ICONS = array(
		'good'      => 'yes-alt',
		'bad'       => 'warning',
		'warning'   => 'update',
		'paused'    => 'controls-pause',
		'scheduled' => 'clock',
		'held'      => 'marker',
		'accepted'  => 'yes',
		'canceled'  => 'no-alt',
		'busy'      => 'update',
	);

	public function __construct(
		private readonly Current_Status $status,
		private readonly Clock $clock,
	) {}

	public function add(): void {
		if ( array() !== $this->status->environments() || $this->status->is_unreadable() ) {
			wp_add_dashboard_widget(
				'headless_deploy',
				esc_html__( 'Headless Deploy', 'headless-deploy' ),
				$this->render( ... ),
				null,
				null,
				'side',
				'high',
			);
		}
	}

	private function render(): void {
		$environments = $this->status->environments();
		if ( array() === $environments ) {
			printf( '<p>%s</p>', esc_html( Current_Status::unreadable_text() ) );
			return;
		}
		$primary = $this->primary( $environments );
		echo '<ul class="headless-deploy-widget">';
		foreach ( $environments as $entry ) {
			$this->render_environment( $entry, $entry->environment->id === $primary );
		}
		printf(
			'</ul><p class="headless-deploy-widget__foot"><a href="%1$s">%2$s</a></p>',
			esc_url( Page::urls()['overview'] ),
			esc_html( Page::open_label() ),
		);
	}

	private function render_environment( Environment_Entry $entry, bool $is_primary ): void {
		$symbol = $entry->summary->symbol;
		printf(
			'<li data-headless-deploy="%1$s"><div><h3><bdi>%2$s</bdi></h3>'
			. '<p class="headless-deploy-widget__state">'
			. '<span class="dashicons dashicons-%3$s headless-deploy-icon headless-deploy-icon--%4$s" aria-hidden="true"></span>'
			. '<span class="headless-deploy-headline">%5$s</span></p>'
			. '<p class="headless-deploy-widget__last">%6$s</p>'
			. '<p class="headless-deploy-widget__remedy">%7$s</p></div>',
			esc_attr( $entry->environment->id ),
			esc_html( $entry->environment->label ),
			esc_attr( self::ICONS[ $symbol ] ?? 'marker' ),
			esc_attr( $symbol ),
			esc_html( Time_Format::fill_by_minute( $entry->summary->headline, $this->clock->now_ms() ) ),
			esc_html( Time_Format::fill_by_minute( $entry->last_run_text(), $this->clock->now_ms() ) ),
			esc_html( $entry->remedy ),
		);
		$this->render_button( $entry, $is_primary );
		echo '</li>';
	}

	/**
	 * Prints one button: to replace a rejected webhook URL, else to run Rebuild.
	 */
	private function render_button( Environment_Entry $entry, bool $is_primary ): void {
		$rebuild = $entry->button_label( Action::Rebuild );
		if ( current_user_can( Capabilities::MANAGE ) && true === $entry->problem?->needs_new_url ) {
			printf(
				'<a class="button" href="%1$s">%2$s</a>',
				esc_url( Page::replace_url( $entry->environment->id ) ),
				esc_html( Page::replace_label() ),
			);
		} elseif ( '' !== $rebuild && ! $entry->permission->is_blocked() ) {
			printf(
				'<a class="button%1$s" href="%2$s" data-headless-deploy-action="rebuild" aria-label="%3$s">%4$s</a>',
				esc_attr( $is_primary ? ' button-primary' : '' ),
				esc_url( Page::urls()['overview'] ),
				esc_attr( $rebuild . ': ' . $entry->environment->label ),
				esc_html( $rebuild ),
			);
		}
	}

	/**
	 * Returns the environment with the primary button: the first with a countdown, else the first with held changes;
	 * empty for none.
	 *
	 * @param list<Environment_Entry> $environments
	 */
	private function primary( array $environments ): string {
		foreach ( array( Environment_Status::Pending, Environment_Status::Held ) as $status ) {
			foreach ( $environments as $entry ) {
				if ( $entry->status === $status ) {
					return $entry->environment->id;
				}
			}
		}
		return '';
	}
}
