<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Queue\Run_Tracker;

final class Counting_Tracker implements Run_Tracker {
	public int $checks = 0;

	public function check_due_runs(): bool {
		++$this->checks;
		return false;
	}

	public function next_at(): ?int {
		return null;
	}

	public function sites_due(): array {
		return array();
	}
}
