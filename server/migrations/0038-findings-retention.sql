-- What was found at a company ends with its retention, and the files that were sent for it.

grant delete on finding, corrective_action, corrective_evidence to vigie_app;
